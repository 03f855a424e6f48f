//! Followers: runs that have stopped, because their machine has become equal to the machine of
//! another run, which continues for both.

use super::history::History;
use crate::script::Outcome;

/// A run whose machine has become equal to the machine of another run, its leader. Only the
/// histories of follower and leader differ.
#[derive(Debug, Clone)]
pub(super) struct Follower {
    pub number: usize,
    pub history: History,
    pub outcomes: Vec<Outcome>,
}

/// All state that decides how a run continues. Two runs with the same state have the same future.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Future {
    pub(super) machine: vcs::Hash,
    pub(super) script: String,
    pub(super) power_cycles: (u64, u64, u16),
}
