//! Stops: why and where a run ended.

use crate::{points::Hit, traps::Trapped};
use vcs::Place;

/// The reason for a stop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// A breakpoint was hit.
    Point(Hit),
    /// A trap has found a mistake.
    Trap(Trapped),
    /// The step or run has reached its goal.
    Reached,
    /// The processor has jammed.
    Jammed,
    /// The run was interrupted.
    Interrupted,
    /// A step or run backward in time has reached power-on, or the first known moment.
    PowerOn,
}

/// A stop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop {
    /// The reasons. One instruction can have several.
    pub reasons: Vec<Reason>,
    /// The position of the beam.
    pub place: Place,
    /// CPU cycles since the first power-on.
    pub moment: u64,
}

impl Stop {
    /// Returns true if the only reason is that the run reached its goal.
    pub fn reached_goal(&self) -> bool {
        self.reasons == [Reason::Reached]
    }

    /// Returns true if a breakpoint or a trap stopped the run.
    pub fn is_hit(&self) -> bool {
        self.reasons
            .iter()
            .any(|reason| matches!(reason, Reason::Point(_) | Reason::Trap(_)))
    }
}
