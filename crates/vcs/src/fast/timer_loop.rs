//! Loops that wait for the timer, a load of INTIM or TIMINT and a branch back to it, in one step.
//!
//! While the branch is taken and the interrupt flag is clear, a read of the timer has no effect,
//! and every round leaves the machine the same, except for the timer. So only the last round and
//! what follows it are run: it sets the register and the flags that the others would have set. A
//! read of TIMINT that finds the edge flag set clears it: no such round is skipped.

use super::Console;
use crate::{address::Device, riot::Timer};
use isa6502::{Mnemonic, Mode, OPCODES};
use std::ops::RangeInclusive;

/// Bytes of such a loop.
const BYTES: u16 = 5;
/// Cycles of a round, if the branch stays within its page.
const ROUND: u64 = 7;
/// The cycle of a load in which the timer is read.
const READ_CYCLE: u64 = 4;

impl Console {
    /// [`Console::cycles_in_timer_loop`] for a loop in plain ROM.
    pub(super) fn cycles_in_rom_loop(
        &self,
        start: u16,
        branch: Mnemonic,
        cycle: u64,
        left: u64,
    ) -> u64 {
        match self.cartridge.listens_below() {
            true => 0,
            false => {
                let code = self.cartridge.window().code(start);
                self.cycles_in_timer_loop(start, code, branch, cycle, left)
            }
        }
    }

    /// A loop of a load (`code`) at `start` and a branch begins again after `cycle`, with `left`
    /// cycles left. Its accesses must do nothing to the cartridge. Returns the cycles until it
    /// ends, or until there is time for only one load; 0 for loops that do not wait for the timer.
    pub(super) fn cycles_in_timer_loop(
        &self,
        start: u16,
        code: (u8, u16),
        branch: Mnemonic,
        cycle: u64,
        left: u64,
    ) -> u64 {
        let round = Console::timer_round(start);
        let rounds = self.rounds_to_wait(code, branch, cycle, round);
        let in_time = left.saturating_sub(1) / round;
        round * rounds.min(in_time)
    }

    /// Cycles of a round of the loop at `start`.
    #[inline]
    pub(super) fn timer_round(start: u16) -> u64 {
        let [_, page] = start.to_le_bytes();
        let [_, next_page] = start.wrapping_add(BYTES).to_le_bytes();
        ROUND + u64::from(page != next_page)
    }

    /// Rounds to come; the last one has ended in `cycle`.
    fn rounds_to_wait(&self, code: (u8, u16), branch: Mnemonic, cycle: u64, round: u64) -> u64 {
        let Some(values) = self.values_waited_with(code, branch) else {
            return 0;
        };
        let first_read = cycle + READ_CYCLE;
        let end = first_cycle_outside(self.riot.timer(), values, first_read);
        (end - first_read).div_ceil(round)
    }

    /// The counts with which the branch is taken.
    fn values_waited_with(
        &self,
        (opcode, address): (u8, u16),
        branch: Mnemonic,
    ) -> Option<RangeInclusive<u8>> {
        use Mnemonic::{Beq, Bit, Bmi, Bne, Bpl};
        let load = OPCODES[usize::from(opcode)];
        let is_timer = matches!(Device::at(address), Device::Riot) && address & 4 != 0;
        if load.mode != Mode::Absolute
            || !matches!(
                load.mnemonic,
                Mnemonic::Lda | Mnemonic::Ldx | Mnemonic::Ldy | Bit
            )
            || !is_timer
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

/// The first cycle from `cycle` on in which the count is none of these values, or the flag is set.
fn first_cycle_outside(timer: &Timer, values: RangeInclusive<u8>, cycle: u64) -> u64 {
    let now = timer.at(cycle);
    match now.value.checked_sub(*values.start()) {
        Some(steps) if !now.expired && now.value <= *values.end() => {
            cycle + ((u64::from(steps) + 1) << now.shift as u8) - u64::from(now.phase)
        }
        _ => cycle,
    }
}
