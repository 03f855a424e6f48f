//! The banked registers of the modes.

use crate::Mode;
use serde::{Deserialize, Serialize};

/// The banked registers of all modes except the current one.
// DDI 0100, A2.4: FIQ has its own R8 to R14, each other exception mode its own R13 and R14.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Banks {
    /// R8 to R12. Entry 0 is for all modes except FIQ, entry 1 for FIQ.
    middle: [[u32; 5]; 2],
    /// R13 and R14, by [`index`].
    high: [[u32; 2]; 6],
    /// The saved program status registers, by [`index`]; entry 0 is unused.
    saved_status: [u32; 6],
}

/// Returns the index of a mode's registers. User and system mode share their registers.
fn index(mode: Mode) -> usize {
    match mode {
        Mode::User | Mode::System => 0,
        Mode::Fiq => 1,
        Mode::Irq => 2,
        Mode::Supervisor => 3,
        Mode::Abort => 4,
        Mode::Undefined => 5,
    }
}

impl Banks {
    /// Swaps the banked registers when the mode changes.
    pub(crate) fn switch(&mut self, registers: &mut [u32; 16], from: Mode, to: Mode) {
        if index(from) == index(to) {
            return;
        }
        self.high[index(from)].copy_from_slice(&registers[13..15]);
        registers[13..15].copy_from_slice(&self.high[index(to)]);
        let (from, to) = (from == Mode::Fiq, to == Mode::Fiq);
        if from != to {
            self.middle[usize::from(from)].copy_from_slice(&registers[8..13]);
            registers[8..13].copy_from_slice(&self.middle[usize::from(to)]);
        }
    }

    /// Returns the saved status register of a mode; `None` in user and system mode.
    pub(crate) fn saved_status(&self, mode: Mode) -> Option<u32> {
        match index(mode) {
            0 => None,
            index => Some(self.saved_status[index]),
        }
    }

    /// Returns the saved status register of a mode for writing; `None` in user and system mode.
    pub(crate) fn saved_status_mut(&mut self, mode: Mode) -> Option<&mut u32> {
        match index(mode) {
            0 => None,
            index => Some(&mut self.saved_status[index]),
        }
    }
}
