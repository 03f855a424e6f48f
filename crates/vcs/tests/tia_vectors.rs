//! The TIA against measurements of its netlist: `tests/data/tia`, and more files of the same
//! format below `$CROWNHEAD_EXTRA_VECTORS/tia`.

#[path = "tia_vectors/case.rs"]
mod case;
#[path = "tia_vectors/run.rs"]
mod run;

use case::File;
use std::path::{Path, PathBuf};

fn bundled() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/tia")
}

/// The vector files in a folder and below it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries =
        std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files = Vec::new();
    for path in entries.map(|entry| entry.expect("a readable folder").path()) {
        if path.is_dir() {
            files.extend(self::files(&path));
        } else if path.to_string_lossy().ends_with(".jsonl.gz") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Runs one file; a line of text for each case that fails.
fn check(path: &Path) -> (usize, Vec<String>) {
    let file = File::read(path);
    let started = run::after_preamble(&file);
    let mut failures = Vec::new();
    for case in &file.cases {
        if let Err(text) = run::check(&started, case) {
            failures.push(format!("{} {}: {text}", file.name, case.name()));
        }
    }
    (file.cases.len(), failures)
}

#[test]
fn every_case_is_as_the_netlist_has_it() {
    let mut all = files(&bundled());
    if let Some(extra) = std::env::var_os("CROWNHEAD_EXTRA_VECTORS") {
        let extra = Path::new(&extra).join("tia");
        if extra.is_dir() {
            all.extend(files(&extra));
        }
    }
    let mut failures = Vec::new();
    let mut cases = 0;
    for path in all {
        let (count, mut failed) = check(&path);
        cases += count;
        failures.append(&mut failed);
    }
    let text: Vec<_> = failures.iter().take(20).cloned().collect();
    assert!(
        failures.is_empty(),
        "{} of {cases} cases fail:\n{}",
        failures.len(),
        text.join("\n")
    );
}
