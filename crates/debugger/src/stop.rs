//! Why and where a run has stopped.

use crate::{points::Hit, traps::Trapped};
use vcs::Place;

/// Why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// A breakpoint.
    Point(Hit),
    /// A trap.
    Trap(Trapped),
    /// The step or run is where it was to go.
    Reached,
    /// The processor has jammed.
    Jammed,
    /// Somebody interrupted the run.
    Interrupted,
    /// There is nothing before power-on.
    PowerOn,
}

/// A stop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop {
    /// Why; several things can happen in one instruction.
    pub reasons: Vec<Reason>,
    /// Where the beam is.
    pub place: Place,
    /// CPU cycles since the first power-on.
    pub moment: u64,
}

impl Stop {
    /// True if the run ended where it was to end, and nothing else happened.
    pub fn is_reached(&self) -> bool {
        self.reasons == [Reason::Reached]
    }

    /// True if a breakpoint or a trap stopped the run.
    pub fn is_hit(&self) -> bool {
        self.reasons
            .iter()
            .any(|reason| matches!(reason, Reason::Point(_) | Reason::Trap(_)))
    }
}
