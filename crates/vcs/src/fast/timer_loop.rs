//! Skips ahead in loops that wait for the timer: a load of INTIM or TIMINT, and a branch back to
//! it.
//!
//! While the branch is taken and the interrupt flag is clear, a read of the timer has no effect,
//! and an iteration changes nothing in the machine but the timer. So only the last iteration is
//! run: it overwrites the register and flags that the skipped ones would have set. A read of TIMINT
//! that finds the edge flag set clears the flag, so such an iteration is not skipped.

use super::{Console, instructions::LOAD_AND_BRANCH_SIZE};
use crate::{address::Device, riot::Timer};
use isa6502::{Mnemonic, Mode, OPCODES};
use std::ops::RangeInclusive;

/// Number of cycles in an iteration of the loop, if the branch stays within its page.
const ITERATION_CYCLES: u64 = 7;
/// The cycle of the load, counted from 1, that reads the timer.
const READ_CYCLE: u64 = 4;

impl Console {
    /// Returns the number of cycles that can be skipped in a loop that waits for the timer. These
    /// are the cycles of all iterations in which the branch is taken, or of fewer iterations, so
    /// that the load after them begins before cycle `end`. Returns 0 if the loop does not wait for
    /// the timer, or if its reads have an effect.
    ///
    /// The loop is a load (`opcode`) from `address`, at `start`, and a branch back to it; its next
    /// iteration begins after `cycle`. The loop must not affect the cartridge.
    pub(super) fn cycles_in_timer_loop(
        &self,
        start: u16,
        (opcode, address): (u8, u16),
        branch: Mnemonic,
        [cycle, end]: [u64; 2],
    ) -> u64 {
        use Mnemonic::{Beq, Bit, Bmi, Bne, Bpl, Lda, Ldx, Ldy};
        let load = OPCODES[usize::from(opcode)];
        let reads_flags = address & 1 != 0;
        let is_timer = matches!(Device::at(address), Device::Riot) && address & 4 != 0;
        let has_effect = reads_flags && self.riot.ports().edge();
        // The timer values for which the branch is taken while the interrupt flag is clear.
        let values = match (load.mnemonic, branch, reads_flags) {
            _ if load.mode != Mode::Absolute || !is_timer || has_effect => return 0,
            (Lda | Ldx | Ldy, Bne, false) => 1..=0xff,
            (Lda | Ldx | Ldy, Beq, false) => 0..=0,
            (Lda | Ldx | Ldy | Bit, Bmi, false) => 0x80..=0xff,
            (Lda | Ldx | Ldy | Bit, Bpl, false) => 0..=0x7f,
            (Lda | Ldx | Ldy | Bit, Bpl, true) => 0..=0xff,
            _ => return 0,
        };
        let pages = [start, start.wrapping_add(LOAD_AND_BRANCH_SIZE)].map(|address| address >> 8);
        let cycles = ITERATION_CYCLES + u64::from(pages[0] != pages[1]);
        let first_read = cycle + READ_CYCLE;
        let last_read = first_cycle_outside(self.riot.timer(), values, first_read);
        let iterations = (last_read - first_read).div_ceil(cycles);
        cycles * iterations.min(end.saturating_sub(cycle + 1) / cycles)
    }
}

/// Returns the first cycle, no earlier than `cycle`, in which the timer's value is not one of
/// `values` or the interrupt flag is set.
fn first_cycle_outside(timer: &Timer, values: RangeInclusive<u8>, cycle: u64) -> u64 {
    let now = timer.at(cycle);
    if now.expired || !values.contains(&now.value) {
        return cycle;
    }
    let steps = u64::from(now.value - values.start()) + 1;
    cycle + (steps << now.shift as u8) - u64::from(now.phase)
}
