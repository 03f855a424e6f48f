//! The report on one script.

use crate::check::Check;
use lab::script::Difference;
use serde::Serialize;
use std::path::PathBuf;

/// The result of one script.
#[derive(Serialize)]
pub struct Report {
    /// The path of the script.
    pub path: PathBuf,
    /// The verdict.
    pub result: Judgment,
    /// The number of expectations checked.
    pub expectations: usize,
    /// The number of frames run.
    pub frames: u64,
    /// The expectations that failed, in chronological order.
    pub mismatches: Vec<Mismatch>,
    /// Why the script could not run; `None` if it ran.
    pub error: Option<String>,
    /// The files that show the first mismatch.
    pub artifacts: Vec<PathBuf>,
    /// The results from many power-on states.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub power_on: Option<States>,
    /// The report of `crownhead check` on the script's program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<Check>,
}

/// The verdict on a script.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Judgment {
    /// All expectations hold.
    Passed,
    /// At least one expectation failed.
    Failed,
    /// At least one expectation failed, and the script was rewritten with the actual values.
    Updated,
    /// The script could not be run.
    Broken,
}

/// An expectation that failed.
#[derive(Debug, Clone, Serialize)]
pub struct Mismatch {
    /// Line of the script.
    pub line: usize,
    /// Number of the frame that the expectation is about, or in which it was judged.
    pub frame: u64,
    /// The difference, as text.
    pub text: String,
    /// The difference with its pictures, for the files that show the mismatch.
    #[serde(skip)]
    pub difference: Option<Box<Difference>>,
}

/// The results of a script from many power-on states.
#[derive(Debug, Clone, Serialize)]
pub struct States {
    /// Number of states.
    pub states: usize,
    /// Number of states that pass.
    pub passed: usize,
    /// Number of machines that had to run to the end because they never became equal to another
    /// one.
    pub different: usize,
    /// The first state that fails, in the order of the states, and so the smallest of several
    /// seeds. `None` if all states pass.
    pub smallest: Option<Failing>,
}

/// A power-on state from which a script fails.
#[derive(Debug, Clone, Serialize)]
pub struct Failing {
    /// `zero`, `ones`, `random` or `random-tia`.
    pub power_on: String,
    /// The seed.
    pub seed: u64,
    /// The first frame that differs from the run with the script's own power-on state; `None` if no
    /// frame differs.
    pub first_different_frame: Option<u64>,
    /// A description of the first instruction that reads a byte of RAM that was never written.
    pub unwritten: Option<String>,
}
