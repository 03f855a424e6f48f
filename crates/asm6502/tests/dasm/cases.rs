//! Checks every case against the expectations in its header. A case is a small source that
//! exercises one feature. Also compares this assembler's results with dasm's, for the cases and for
//! larger programs, in three output formats.

use std::path::{Path, PathBuf};
use support::Start;

use asm6502::{Format, SymbolOrder};

use crate::harness::{Run, VARIANTS, difference, run_asm6502, run_dasm};

/// Returns the `.asm` files in the subfolders of the folder `root` in `tests`.
fn sources(root: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(root);
    let mut found = Vec::new();
    for entry in std::fs::read_dir(&root)
        .expect("the folder of sources can be read")
        .flatten()
    {
        let inner = std::fs::read_dir(entry.path())
            .into_iter()
            .flatten()
            .flatten();
        found.extend(inner.map(|file| file.path()));
    }
    found.retain(|path| path.extension().is_some_and(|extension| extension == "asm"));
    found.sort();
    found
}

fn folder_and_name(path: &Path) -> (&Path, &str) {
    let name = path
        .file_name()
        .and_then(|name| name.to_str())
        .expect("names are ASCII");
    (path.parent().expect("a case is in a folder"), name)
}

#[test]
fn cases_meet_their_expectations() {
    let cases = sources("cases");
    assert!(cases.len() >= 60, "only {} cases were found", cases.len());
    for path in cases {
        let (folder, name) = folder_and_name(&path);
        let run = run_asm6502(folder, name, (Format::Raw, SymbolOrder::Name));
        let text = std::fs::read(&path).expect("a case can be read");
        check_header(name, &String::from_utf8_lossy(&text), &run);
    }
}

/// Checks the lines `; exit N`, `; binary HEX` and `; error TEXT` at the top of a case. The binary
/// must begin with `HEX`, and the errors must occur in the given order.
fn check_header(name: &str, text: &str, run: &Run) {
    let hex: String = run
        .binary
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let console = String::from_utf8_lossy(&run.console);
    let mut errors = console
        .lines()
        .filter_map(|line| line.split_once("): error: "));
    for line in text.lines().take_while(|line| line.starts_with("; ")) {
        if let Some(exit) = line.strip_prefix("; exit ") {
            assert_eq!(exit, run.exit_code.to_string(), "exit code of {name}");
            assert_eq!(exit == "0", name.starts_with("ok_"), "name of {name}");
        } else if let Some(binary) = line.strip_prefix("; binary ") {
            assert!(hex.starts_with(binary), "binary of {name}: {hex}");
        } else if let Some(error) = line.strip_prefix("; error ") {
            let found = errors.next().map(|(_, text)| text);
            assert_eq!(Some(error), found, "error of {name}");
        }
    }
}

/// The folders of cases, each with the number of the section that it covers in a description of
/// dasm. This description is not part of the repository. Other tests cover sections 2 (all flags),
/// 19 (the newer dialect) and 21 (programs). The remaining sections are about dasm's manual, its
/// tests and its users.
const SECTIONS: [(u32, &str); 17] = [
    (1, "01_run"),
    (3, "03_exit"),
    (4, "04_lines"),
    (5, "05_statements"),
    (6, "06_symbols"),
    (7, "07_expressions"),
    (8, "08_modes"),
    (9, "09_opcodes"),
    (10, "10_directives"),
    (11, "11_macros"),
    (12, "12_conditionals"),
    (13, "13_segments"),
    (14, "14_passes"),
    (15, "15_listing"),
    (16, "16_symbol_file"),
    (17, "17_messages"),
    (18, "18_limits"),
];

#[test]
fn every_section_has_cases_that_succeed_and_cases_that_fail() {
    let cases = sources("cases");
    for (section, folder) in SECTIONS {
        for kind in ["ok_", "err_"] {
            let found = cases.iter().any(|path| {
                let (parent, name) = folder_and_name(path);
                parent.ends_with(folder) && name.starts_with(kind)
            });
            assert!(found, "section {section}: {folder} has no {kind} case");
        }
    }
    let folders = cases.iter().map(|path| folder_and_name(path).0);
    for folder in folders {
        let known = SECTIONS.iter().any(|(_, name)| folder.ends_with(name));
        assert!(
            known,
            "{} is not in the table of sections",
            folder.display()
        );
    }
}

/// Checks that every directive of dasm 2.20.14.1 occurs in at least one case.
#[test]
fn every_directive_occurs_in_a_case() {
    let mut words: Vec<String> = Vec::new();
    for path in sources("cases") {
        let text = std::fs::read(path).expect("a case can be read");
        let text = String::from_utf8_lossy(&text).to_lowercase();
        let is_separator = |letter: char| letter.is_whitespace() || letter == '.' || letter == '#';
        words.extend(text.split(is_separator).map(str::to_owned));
    }
    let help = std::process::Command::new(env!("CARGO_BIN_EXE_asm6502"))
        .args(["--help", "directives"])
        .run();
    let help = String::from_utf8_lossy(&help.stdout).into_owned();
    let dasm_directives = help.lines().take_while(|line| !line.starts_with("With"));
    for line in dasm_directives.filter_map(|line| line.strip_prefix("  ")) {
        let syntax = line.split(':').next().unwrap_or_default();
        let name = ["equ", "=", "set", "eqm", "setstr"]
            .into_iter()
            .find(|word| syntax.split(' ').nth(1) == Some(word))
            .unwrap_or_else(|| syntax.split([' ', '[']).next().unwrap_or_default());
        assert!(
            words.iter().any(|word| word == name),
            "no case contains {name}"
        );
    }
}

#[test]
fn cases_and_programs_match_dasm() {
    support::needs!("dasm");
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let mut all = sources("cases");
    all.extend(sources("programs"));
    for path in all {
        let (folder, name) = folder_and_name(&path);
        for variant in VARIANTS {
            // dasm sometimes crashes on an unbalanced macro, so run it up to 20 times.
            let mut attempts = (0..20).map(|_| run_dasm(folder, name, variant, scratch.path()));
            let reference = attempts.find_map(|run| run).expect("dasm does not crash");
            let run = run_asm6502(folder, name, variant);
            let difference = difference(&run, &reference);
            assert!(
                difference.is_none(),
                "{name} {variant:?}: {}",
                difference.unwrap_or_default()
            );
        }
    }
}
