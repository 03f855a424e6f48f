//! The playfield: twenty bits, shown twice per line, four pixels each.

use super::hsync::{CENTER, COUNT_CLOCKS, FIRST_PIXEL, LINE_CLOCKS};
use serde::{Deserialize, Serialize};

/// PF0, PF1, PF2 and the bit being shown.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Playfield {
    pub(crate) pf: [u8; 3],
    /// CTRLPF D0 as written.
    pub(crate) reflect: bool,
    /// True if the right half of this line is reflected. CTRLPF D0 is copied here at the center.
    pub(crate) backward: bool,
    pub(crate) bit: bool,
    /// In each half of a line, a *walking bit* shifts along the registers and selects the group to
    /// show. If RSYNC cuts a line short, its walking bits are left over and continue in the next
    /// line. The first mask holds the leftover bits that walk forward, the second those that walk
    /// backward. Bit n of a mask is set if such a bit was in group n of its half when the current
    /// line began.
    pub(crate) leftover: [u32; 2],
}

/// The counts of the horizontal counter at which the first group of the left half and of the right
/// half is read.
const FIRST_GROUP_COUNTS: [u8; 2] = [FIRST_PIXEL / COUNT_CLOCKS - 1, CENTER / COUNT_CLOCKS - 1];
/// Number of groups (four pixels each) at the start of a line in which a leftover walking bit can
/// show. The bit also walks during the blank, so it soon leaves the registers.
const LEFTOVER_GROUPS: u8 = GROUPS - FIRST_GROUP_COUNTS[0] - 1;
/// Number of groups in half a line.
const GROUPS: u8 = 20;
/// The bits of [`Playfield::leftover`] that can show up in the picture.
const LEFTOVER_MASK: u32 = 0b1110;

/// Clocks between the read of a group's bit and the group's first pixel.
pub(crate) const LEAD_CLOCKS: u8 = 2;

impl Playfield {
    /// Returns false for values that only a damaged state can have.
    pub(crate) fn is_plausible(&self) -> bool {
        self.leftover.iter().all(|bits| bits & !LEFTOVER_MASK == 0)
    }

    /// Writes PF0, PF1, PF2 (`index` 0..=2).
    pub(crate) fn pf(&mut self, index: usize, data: u8) {
        self.pf[index] = data;
    }

    /// Writes CTRLPF.
    pub(crate) fn ctrlpf(&mut self, data: u8) {
        self.reflect = data & 1 != 0;
    }

    /// Ends color clock `clock`: reads the next group's bit if it is due.
    pub(crate) fn tick(&mut self, clock: u8) {
        let clock = clock + LEAD_CLOCKS;
        if clock & 3 != 0 {
            return;
        }
        if !(FIRST_PIXEL..LINE_CLOCKS).contains(&clock) {
            self.bit = false;
            return;
        }
        let group = (clock - FIRST_PIXEL) / 4;
        if group == 20 {
            self.backward = self.reflect;
        }
        self.bit = match group {
            0..20 => self.bits() >> group & 1 != 0,
            _ if self.backward => self.bits() >> (39 - group) & 1 != 0,
            _ => self.bits() >> (group - 20) & 1 != 0,
        };
        if self.leftover != [0; 2] {
            self.bit |= self.shows_leftover_bit(group);
        }
    }

    /// Returns whether a walking bit left over from a cut line shows in this group.
    fn shows_leftover_bit(&mut self, group: u8) -> bool {
        if group >= LEFTOVER_GROUPS {
            self.leftover = [0; 2];
            return false;
        }
        let bits = self.bits();
        let [forward, backward] =
            [bits, backward(bits)].map(|bits| bits >> (FIRST_GROUP_COUNTS[0] + group));
        forward & self.leftover[0] | backward & self.leftover[1] != 0
    }

    /// Replaces the bit that was just read with `bit`, the previous group's bit.
    pub(crate) fn show_previous(&mut self, bit: bool) {
        self.bit = bit;
    }

    /// Handles RSYNC, which ends the line during count `count` of the horizontal counter.
    // In each half, a bit walks along the registers, one group per count: to the right or, in a
    // reflected right half, to the left. Netlist: neither RSYNC nor the blank stops it, so in the
    // next line's first groups it still selects register bits, in addition to the new walking bit.
    pub(crate) fn cut(&mut self, count: u8) {
        self.bit = false;
        if count == FIRST_GROUP_COUNTS[1] {
            self.backward = self.reflect;
        }
        let mut leftover = self.leftover.map(|bits| u64::from(bits) << (count + 1));
        for (start, backward) in FIRST_GROUP_COUNTS.into_iter().zip([false, self.backward]) {
            if count >= start {
                leftover[usize::from(backward)] |= 1 << (count + 1 - start);
            }
        }
        self.leftover = leftover.map(|bits| bits as u32 & LEFTOVER_MASK);
    }

    /// Returns the playfield's output before priority.
    pub(crate) fn output(&self) -> bool {
        self.bit
    }

    /// Returns the twenty bits in the order in which the left half shows them; bit 0 is the
    /// leftmost.
    // Data sheet: PF0 D4..D7, PF1 D7..D0, PF2 D0..D7.
    pub(crate) fn bits(&self) -> u32 {
        u32::from(self.pf[0] >> 4)
            | u32::from(REVERSED[usize::from(self.pf[1])]) << 4
            | u32::from(self.pf[2]) << 12
    }
}

/// Returns the twenty bits in reverse order.
pub(crate) fn backward(bits: u32) -> u32 {
    bits.reverse_bits() >> 12
}

/// Each byte with its eight bits in reverse order.
static REVERSED: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = (byte as u8).reverse_bits();
        byte += 1;
    }
    table
};
