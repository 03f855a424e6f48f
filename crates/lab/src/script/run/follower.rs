//! Followers: runs that have stopped because their machine has become equal to that of another run,
//! which continues on behalf of both.

use super::history::History;
use crate::script::Outcome;

/// A run whose machine has become equal to that of another run, its leader. From now on, a follower
/// and its leader differ only in their histories.
#[derive(Debug, Clone)]
pub(super) struct Follower {
    pub number: usize,
    pub history: History,
    pub outcomes: Vec<Outcome>,
}

/// All the state that determines how a run continues. Runs in equal states have the same future.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Future {
    pub(super) machine: vcs::Hash,
    pub(super) script: String,
    pub(super) power_cycles: (u64, u64, u16),
}
