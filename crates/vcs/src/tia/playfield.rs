//! The playfield: twenty bits shown twice a line, four pixels each.

use super::hsync::{CENTER, COUNT_CLOCKS, FIRST_PIXEL, LINE_CLOCKS};
use serde::{Deserialize, Serialize};

/// PF0, PF1, PF2 and the bit being shown.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Playfield {
    pub(crate) pf: [u8; 3],
    /// CTRLPF D0 as written.
    pub(crate) reflect: bool,
    /// The right half runs backward: decided at the center.
    pub(crate) backward: bool,
    pub(crate) bit: bool,
    /// The walking bits, forward and backward, that a line cut by RSYNC has left: bit n is set
    /// if one was in group n of its half when this line began.
    pub(crate) left: [u32; 2],
}

/// The counts of the horizontal counter in which the first bits of the two halves are picked up.
const STARTS: [u8; 2] = [FIRST_PIXEL / COUNT_CLOCKS - 1, CENTER / COUNT_CLOCKS - 1];
/// Groups in which a bit that a cut line has left can show: it has come some groups farther, and
/// has walked through the blank.
const LEFT_GROUPS: u8 = GROUPS - STARTS[0] - 1;
/// Groups of half a line.
const GROUPS: u8 = 20;
/// The bits of [`Playfield::left`] that can show.
const LEFT: u32 = 0b1110;

/// A group's bit is picked up this many clocks before its first pixel.
pub(crate) const LEAD_CLOCKS: u8 = 2;

impl Playfield {
    /// False for values that only a damaged state can have.
    pub(crate) fn is_plausible(&self) -> bool {
        self.left.iter().all(|left| left & !LEFT == 0)
    }

    /// PF0, PF1, PF2 (`index` 0..=2).
    pub(crate) fn pf(&mut self, index: usize, data: u8) {
        self.pf[index] = data;
    }

    /// CTRLPF.
    pub(crate) fn ctrlpf(&mut self, data: u8) {
        self.reflect = data & 1 != 0;
    }

    /// The end of color clock `clock`: picks up the next group's bit when one is due.
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
        if self.left != [0; 2] {
            self.bit |= self.shows_left(group);
        }
    }

    /// True if a walking bit of the line that RSYNC has cut shows in this group.
    fn shows_left(&mut self, group: u8) -> bool {
        if group >= LEFT_GROUPS {
            self.left = [0; 2];
            return false;
        }
        let bits = self.bits();
        let [forward, backward] = [bits, backward(bits)].map(|bits| bits >> (STARTS[0] + group));
        forward & self.left[0] | backward & self.left[1] != 0
    }

    /// Shows this bit, that of the previous group.
    pub(crate) fn keep(&mut self, bit: bool) {
        self.bit = bit;
    }

    /// RSYNC cuts the line in this count of the horizontal counter.
    // In each half a bit walks along the registers, a group a count: to the right or, in a right
    // half that is reflected, to the left. Netlist: neither RSYNC nor the blank stops it, and in
    // the next line's first groups it still shows bits of the registers, beside the new one.
    pub(crate) fn cut(&mut self, count: u8) {
        self.bit = false;
        if count == STARTS[1] {
            self.backward = self.reflect;
        }
        let mut left = self.left.map(|left| u64::from(left) << (count + 1));
        for (start, backward) in STARTS.into_iter().zip([false, self.backward]) {
            if count >= start {
                left[usize::from(backward)] |= 1 << (count + 1 - start);
            }
        }
        self.left = left.map(|left| left as u32 & LEFT);
    }

    /// The playfield's output before priority.
    pub(crate) fn output(&self) -> bool {
        self.bit
    }

    /// The twenty bits in the order of the left half, bit 0 first.
    // Data sheet: PF0 D4..D7, PF1 D7..D0, PF2 D0..D7.
    pub(crate) fn bits(&self) -> u32 {
        u32::from(self.pf[0] >> 4)
            | u32::from(REVERSED[usize::from(self.pf[1])]) << 4
            | u32::from(self.pf[2]) << 12
    }
}

/// The twenty bits in the other order.
pub(crate) fn backward(bits: u32) -> u32 {
    bits.reverse_bits() >> 12
}

/// Eight bits in the other order.
static REVERSED: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = (byte as u8).reverse_bits();
        byte += 1;
    }
    table
};
