//! The report on one script.

use crate::check::Check;
use lab::script::Difference;
use serde::Serialize;
use std::path::PathBuf;

/// The result of running one script.
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
    /// The reason why the script could not run; `None` if it ran.
    pub error: Option<String>,
    /// The files that were written to show the first mismatch.
    pub artifacts: Vec<PathBuf>,
    /// The results of running the script from many power-on states; `None` if the user did not ask
    /// for this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub power_on: Option<PowerOnResults>,
    /// The report of `crownhead check` on the script's program; `None` if the user did not ask for
    /// it.
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
    /// The line of the expectation in the script.
    pub line: usize,
    /// The frame to which the expectation refers. If the expectation refers to the current state,
    /// the frame in which it was checked.
    pub frame: u64,
    /// A description of the difference.
    pub text: String,
    /// The difference, with its pictures. The files that show the mismatch are made from it.
    #[serde(skip)]
    pub difference: Option<Box<Difference>>,
}

/// The results of running a script from many power-on states.
#[derive(Debug, Clone, Serialize)]
pub struct PowerOnResults {
    /// Number of states.
    pub states: usize,
    /// Number of states that pass.
    pub passed: usize,
    /// Number of machines that had to run to the end, because they never became equal to another
    /// machine.
    pub different: usize,
    /// The first state that fails, in the order in which the states were given. If the states
    /// differ only in their seeds, this is the smallest seed. `None` if all states pass.
    #[serde(rename = "smallest")]
    pub first_failing: Option<FailingState>,
}

/// A power-on state from which the script fails.
#[derive(Debug, Clone, Serialize)]
pub struct FailingState {
    /// The kind of state: `zero`, `ones`, `random` or `random-tia`.
    pub power_on: String,
    /// The seed.
    pub seed: u64,
    /// The first frame that is not the same as in the run with the script's own power-on state;
    /// `None` if all frames are the same.
    pub first_different_frame: Option<u64>,
    /// A description of the first instruction that reads a byte of RAM that has not been written;
    /// `None` if there is none.
    pub unwritten: Option<String>,
}
