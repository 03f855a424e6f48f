//! The names of the step commands.

use crate::motion::{Calls, Unit};

/// The step commands that accept a count, with their units and call handling.
pub const STEPS: [(&str, Unit, Calls); 9] = [
    ("step", Unit::Instruction, Calls::Into),
    ("line", Unit::Line, Calls::Into),
    ("macro", Unit::Macro, Calls::Into),
    ("over", Unit::Instruction, Calls::Over),
    ("next", Unit::Macro, Calls::Over),
    ("scanline", Unit::Scanline, Calls::Into),
    ("frame", Unit::Frame, Calls::Into),
    ("cycle", Unit::Cycle, Calls::Into),
    ("clock", Unit::Clock, Calls::Into),
];

/// Returns the unit and the call handling of a step command.
pub(super) fn step_of(word: &str) -> Option<(Unit, Calls)> {
    let found = STEPS.iter().find(|(name, ..)| *name == word);
    found.map(|&(_, unit, calls)| (unit, calls))
}
