//! Skips stalls of WSYNC in one step.
//!
//! A read that RDY holds up is repeated in each cycle. If it reads RAM or the cartridge, which do
//! not notice repetitions, all repetitions but the last only take time.

use super::Console;
use crate::address::{ADDRESS_LINES, Device};

impl Console {
    /// While RDY holds up a read that has no effect, skips all its repetitions but the last one,
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
