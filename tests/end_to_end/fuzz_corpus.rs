//! Runs every fuzz target on saved inputs: those that reached the most code during fuzzing.

use flate2::read::GzDecoder;
use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::Read,
    panic::catch_unwind,
};

// The fuzz targets are crates outside the workspace, because libFuzzer needs a C++ compiler. Their
// code is therefore included by path.
#[path = "../../crates/asm6502/fuzz/src/lib.rs"]
mod assembler;
#[path = "../../crates/vcs/fuzz/src/lib.rs"]
mod console;
#[path = "../../crates/lab/fuzz/src/lib.rs"]
mod lab;
#[path = "../../crates/frontend/fuzz/src/lib.rs"]
mod program;
#[path = "../../crates/checkers/fuzz/src/lib.rs"]
mod rules;

/// A fuzz target: its name and its function.
type Target = (&'static str, fn(&[u8]));

/// The fuzz targets of each crate that has any.
const TARGETS: [(&str, &[Target]); 5] = [
    ("asm6502", &[("assemble", assembler::assemble)]),
    ("checkers", &[("pdn", rules::pdn), ("fen", rules::fen)]),
    (
        "frontend",
        &[
            ("settings", program::settings),
            ("archive", program::archive),
            ("image_names", program::image_names),
        ],
    ),
    ("lab", &[("script", lab::script)]),
    (
        "vcs",
        &[
            ("image", console::image),
            ("state", console::state),
            ("program", console::program),
            ("law", console::law),
        ],
    ),
];

/// Runs the saved inputs for a crate's targets.
fn run_corpus(name: &str) {
    let (_, targets) = TARGETS.iter().find(|row| row.0 == name).expect("a row");
    let path = super::repository().join(format!("crates/{name}/fuzz/corpus.tar.gz"));
    let mut archive = tar::Archive::new(GzDecoder::new(File::open(path).unwrap()));
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in archive.entries().unwrap() {
        let mut entry = entry.unwrap();
        if !entry.header().entry_type().is_file() {
            continue;
        }
        let path = entry.path().unwrap().into_owned();
        let folder = path.parent().and_then(|folder| folder.file_name());
        let (target, run) = targets
            .iter()
            .find(|(target, _)| folder.is_some_and(|folder| folder == *target))
            .unwrap_or_else(|| panic!("{} belongs to no fuzz target", path.display()));
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        let result = catch_unwind(|| run(&bytes));
        assert!(result.is_ok(), "{name}: {}", path.display());
        *counts.entry(target).or_default() += 1;
    }
    for (target, _) in *targets {
        let count = counts.get(target).copied().unwrap_or_default();
        assert!(count >= 5, "{target} has {count} inputs");
    }
}

#[test]
fn the_assembler_survives_the_corpus() {
    run_corpus("asm6502");
}

#[test]
fn the_rules_survive_the_corpus() {
    run_corpus("checkers");
}

#[test]
fn the_program_survives_the_corpus() {
    run_corpus("frontend");
}

#[test]
fn scripts_survive_the_corpus() {
    run_corpus("lab");
}

#[test]
fn the_console_survives_the_corpus() {
    run_corpus("vcs");
}

#[test]
fn every_fuzz_target_is_in_the_table() {
    let mut found = Vec::new();
    for folder in fs::read_dir(super::repository().join("crates")).unwrap() {
        let folder = folder.unwrap().path();
        let Ok(sources) = fs::read_dir(folder.join("fuzz/fuzz_targets")) else {
            continue;
        };
        let name = folder.file_name().unwrap().to_str().unwrap();
        for source in sources {
            let source = source.unwrap().path();
            let target = source.file_stem().unwrap().to_str().unwrap();
            found.push(format!("{name} {target}"));
        }
    }
    let rows = TARGETS.iter();
    let names = rows.flat_map(|(name, targets)| {
        let targets = targets.iter();
        targets.map(move |(target, _)| format!("{name} {target}"))
    });
    let mut table: Vec<String> = names.collect();
    found.sort();
    table.sort();
    assert_eq!(found, table);
}
