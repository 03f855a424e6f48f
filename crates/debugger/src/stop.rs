//! The reasons and the place of a stop.

use crate::{points::Hit, traps::Trapped};
use vcs::Place;

/// The reason for a stop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// A breakpoint.
    Point(Hit),
    /// A trap.
    Trap(Trapped),
    /// The step or run has reached its goal.
    Reached,
    /// The processor has jammed.
    Jammed,
    /// The run was interrupted.
    Interrupted,
    /// Power-on is reached.
    PowerOn,
}

/// A stop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop {
    /// The reasons; several are possible in one instruction.
    pub reasons: Vec<Reason>,
    /// The position of the beam.
    pub place: Place,
    /// CPU cycles since the first power-on.
    pub moment: u64,
}

impl Stop {
    /// Returns whether the run reached its goal, and nothing else stopped it.
    pub fn is_reached(&self) -> bool {
        self.reasons == [Reason::Reached]
    }

    /// Returns whether a breakpoint or a trap stopped the run.
    pub fn is_hit(&self) -> bool {
        self.reasons
            .iter()
            .any(|reason| matches!(reason, Reason::Point(_) | Reason::Trap(_)))
    }
}
