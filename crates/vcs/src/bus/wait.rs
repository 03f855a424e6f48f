//! Loops that wait for the timer, a load of INTIM or TIMINT and a branch back to it, without going round them.
//!
//! While the count stays where the branch is taken and the interrupt flag is clear, a read of the timer has no
//! effect, and every round leaves what the one before has left. Only the last round, and what
//! comes then, has to be run: it loads the register and the flags that all the others would have loaded, too.
//! A read of TIMINT that finds the edge flag set clears it: no such round is left out.

use super::Console;
use crate::address::Device;
use isa6502::{Mnemonic, Mode, OPCODES};
use std::ops::RangeInclusive;

/// Bytes of such a loop.
pub const BYTES: u16 = 5;
/// Cycles of a round, if the branch stays within its page.
pub const ROUND: u64 = 7;
/// The cycle of a load in which the timer is read.
const READ_CYCLE: u64 = 4;

impl Console {
    /// How many times a loop will yet go round; the last round has ended in `cycle`. The load stands at
    /// `start`, in plain ROM. 0 for any other loop.
    pub fn rounds_to_wait(&self, start: u16, branch: Mnemonic, cycle: u64, round: u64) -> u64 {
        let Some(values) = self.values_waited_with(start, branch) else {
            return 0;
        };
        let first_read = cycle + READ_CYCLE;
        let end = self.riot.timer().leaves(values, first_read);
        (end - first_read).div_ceil(round)
    }

    /// The counts with which the branch is taken.
    fn values_waited_with(&self, start: u16, branch: Mnemonic) -> Option<RangeInclusive<u8>> {
        use Mnemonic::{Beq, Bit, Bmi, Bne, Bpl};
        let (opcode, address) = self.cartridge.window().code(start);
        let load = OPCODES[usize::from(opcode)];
        let is_timer = matches!(Device::at(address), Device::Riot) && address & 4 != 0;
        if load.mode != Mode::Absolute
            || !matches!(
                load.mnemonic,
                Mnemonic::Lda | Mnemonic::Ldx | Mnemonic::Ldy | Bit
            )
            || !is_timer
            || self.cartridge.listens_below()
        {
            return None;
        }
        let reads_flags = address & 1 != 0;
        if reads_flags && self.riot.ports().edge() {
            return None;
        }
        match (branch, reads_flags) {
            (Bne, false) if load.mnemonic != Bit => Some(1..=0xff),
            (Beq, false) if load.mnemonic != Bit => Some(0..=0),
            (Bmi, false) => Some(0x80..=0xff),
            (Bpl, false) => Some(0..=0x7f),
            (Bpl, true) => Some(0..=0xff),
            _ => None,
        }
    }
}
