//! Compares runs of whole programs with runs of the same programs on the connected netlists of the
//! processor and the TIA. The vectors are in `tests/data/machine`;
//! `$CROWNHEAD_EXTRA_VECTORS/machine` may hold more files in the same format.

mod program;
mod run;

use program::Program;
use std::path::{Path, PathBuf};

/// Returns the paths of the vector files in a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries =
        std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.to_string_lossy().ends_with(".jsonl.gz"));
    files.sort();
    files
}

/// Runs all programs in the files. Returns the numbers of programs and of lines compared.
fn check(files: &[PathBuf]) -> [usize; 2] {
    let (mut programs, mut lines) = (0, 0);
    let mut failures = Vec::new();
    for path in files {
        for program in Program::read(path) {
            programs += 1;
            lines += program.lines.len();
            if let Err(text) = run::check(&program) {
                failures.push(format!("{} {}: {text}", path.display(), program.name));
            }
        }
    }
    let first_failures: Vec<_> = failures.iter().take(20).cloned().collect();
    assert!(
        failures.is_empty(),
        "{} of {programs} programs fail:\n{}",
        failures.len(),
        first_failures.join("\n")
    );
    [programs, lines]
}

#[test]
fn every_program_runs_as_on_the_netlists() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/machine");
    // The numbers of programs and of lines in these files.
    assert_eq!(check(&files(&folder)), [196, 2_548]);
}

#[test]
fn every_extra_program_runs_as_on_the_netlists() {
    let Some(extra) = std::env::var_os("CROWNHEAD_EXTRA_VECTORS") else {
        return;
    };
    let folder = Path::new(&extra).join("machine");
    if folder.is_dir() {
        let [programs, _] = check(&files(&folder));
        assert!(programs > 0, "no vectors in {}", folder.display());
    }
}
