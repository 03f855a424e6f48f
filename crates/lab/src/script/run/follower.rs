//! Followers: runs that no longer run by themselves, because their machine has become equal to the
//! machine of another run.

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

/// The state that two runs must share to be equal from now on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Future {
    pub(super) machine: vcs::Hash,
    pub(super) script: String,
    pub(super) power_cycles: (u64, u64, u16),
}
