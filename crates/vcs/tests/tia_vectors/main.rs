//! Compares the TIA with measurements of its netlist: those in `tests/data/tia`, and any others in
//! the same format under `$CROWNHEAD_EXTRA_VECTORS/tia`.

mod case;
#[path = "../rtl/chip.rs"]
mod chip;
mod rsync;
mod rtl;
mod run;

use case::{Case, File, files};
use std::path::{Path, PathBuf};

/// The results of a set of files.
#[derive(Debug, Default, PartialEq, Eq)]
struct Outcome {
    cases: usize,
    /// Number of video cases that depend on a race between two signals and so are not compared.
    not_compared: usize,
    /// Number of audio cases with a race in channel 0, for which only channel 1 is compared.
    half_compared: usize,
    /// One text per failed case.
    failures: Vec<String>,
}

impl Outcome {
    fn of(files: &[PathBuf]) -> Outcome {
        let mut outcome = Outcome::default();
        files.iter().for_each(|path| outcome.run(path));
        outcome
    }

    fn run(&mut self, path: &Path) {
        let file = File::read(path);
        let initial_bench = run::run_preamble(&file);
        for case in &file.cases {
            self.cases += 1;
            match case {
                Case::Video(_) if case.has_race() => {
                    self.not_compared += 1;
                    continue;
                }
                _ => self.half_compared += usize::from(case.has_race()),
            }
            if let Err(text) = run::check_case(&initial_bench, case) {
                let text = format!("{} {}: {text}", file.name, case.name());
                self.failures.push(text);
            }
        }
    }

    fn assert_all_passed(&self) {
        let first_failures: Vec<_> = self.failures.iter().take(20).cloned().collect();
        assert!(
            self.failures.is_empty(),
            "{} of {} cases fail:\n{}",
            self.failures.len(),
            self.cases,
            first_failures.join("\n")
        );
    }
}

#[test]
fn every_case_matches_the_netlist() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/tia");
    let outcome = Outcome::of(&files(&folder));
    outcome.assert_all_passed();
    // The numbers of cases in these files. A case is skipped, entirely or in part, only if it has a
    // race.
    assert_eq!(outcome.cases, 8_794);
    assert_eq!(outcome.not_compared, 78);
    assert_eq!(outcome.half_compared, 34);
}

#[test]
fn every_extra_case_matches_the_netlist() {
    let Some(extra) = std::env::var_os("CROWNHEAD_EXTRA_VECTORS") else {
        return;
    };
    let folder = Path::new(&extra).join("tia");
    if !folder.is_dir() {
        // The folder may contain vectors for the processor only.
        return;
    }
    let outcome = Outcome::of(&files(&folder));
    outcome.assert_all_passed();
    assert!(outcome.cases > 0, "no vectors in {}", folder.display());
}
