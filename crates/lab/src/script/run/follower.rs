//! Followers. A follower is a run that has stopped because its machine is now in the same state as
//! the machine of another run, its leader. The leader continues on behalf of both.

use super::history::History;
use crate::script::Outcome;

/// A run that has stopped because its machine is now in the same state as the leader's machine.
/// From then on, the two runs differ only in their histories and outcomes.
#[derive(Debug, Clone)]
pub(super) struct Follower {
    pub number: usize,
    pub history: History,
    pub outcomes: Vec<Outcome>,
}

/// All the state that determines how a run continues. Runs with equal keys can be merged.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MergeKey {
    pub(super) machine: vcs::Hash,
    pub(super) script: String,
    /// The number of power cycles, the frame of the last one, and the address of the instruction in
    /// progress.
    pub(super) position: (u64, u64, u16),
}
