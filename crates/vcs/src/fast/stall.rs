//! Skips WSYNC stalls in one step.
//!
//! A read that RDY holds up is repeated every cycle. If it reads RAM or the cartridge, which do not
//! notice repetitions, every repetition except the last does nothing but take time.

use super::Console;
use crate::address::{ADDRESS_LINES, Device};

impl Console {
    /// While RDY holds up a read that has no effect, skips every repetition of it except the last,
    /// which completes.
    pub(crate) fn skip_stall(&mut self, address: u16) {
        let has_no_effect = matches!(
            Device::at(address & ADDRESS_LINES),
            Device::Cartridge | Device::Ram
        );
        if self.clock.held && has_no_effect && self.clock.cycle < self.clock.stall_end {
            self.clock.cycle = self.clock.stall_end;
            self.end_cycle();
        }
    }
}
