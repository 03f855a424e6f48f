//! The playfield: twenty bits shown twice a line, four pixels each.

use super::hsync::{CENTER, FIRST_PIXEL, LINE_CLOCKS};
use serde::{Deserialize, Serialize};

/// PF0, PF1, PF2 and the bit being shown.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Playfield {
    pf: [u8; 3],
    /// CTRLPF D0 as written.
    reflect: bool,
    /// The right half runs backward: decided at the center.
    backward: bool,
    bit: bool,
}

/// A group's bit is picked up this many clocks before its first pixel.
const LEAD_CLOCKS: u8 = 2;
/// The clock at which the right half's first bit is picked up.
pub const CENTER_PICK: u8 = CENTER - LEAD_CLOCKS;

impl Playfield {
    /// PF0, PF1, PF2 (`index` 0..=2).
    pub fn pf(&mut self, index: usize, data: u8) {
        self.pf[index] = data;
    }

    /// CTRLPF.
    pub fn ctrlpf(&mut self, data: u8) {
        self.reflect = data & 1 != 0;
    }

    /// The end of color clock `clock`: picks up the next group's bit when one is due.
    pub fn tick(&mut self, clock: u8) {
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
    }

    /// The center: decides which way the right half runs.
    pub fn reach_center(&mut self) {
        self.backward = self.reflect;
    }

    /// Another bit is picked up.
    pub fn pick(&mut self, bit: bool) {
        self.bit = bit;
    }

    /// True when no bit is set.
    pub fn is_empty(&self) -> bool {
        self.pf[0] & 0xf0 | self.pf[1] | self.pf[2] == 0
    }

    /// The line's bits, one for each pixel.
    pub fn row(&self) -> [u64; 3] {
        let bits = self.bits();
        let right = match self.backward {
            true => bits.reverse_bits() >> 12,
            false => bits,
        };
        let (left, right) = (widen(bits), widen(right));
        let low = left | right << 80;
        [low as u64, (low >> 64) as u64, (right >> 48) as u64]
    }

    /// The playfield's output before priority.
    pub fn output(&self) -> bool {
        self.bit
    }

    /// The twenty bits in the order of the left half, bit 0 first.
    // Data sheet: PF0 D4..D7, PF1 D7..D0, PF2 D0..D7.
    fn bits(&self) -> u32 {
        u32::from(self.pf[0] >> 4)
            | u32::from(self.pf[1].reverse_bits()) << 4
            | u32::from(self.pf[2]) << 12
    }
}

/// Twenty bits, each four times.
fn widen(bits: u32) -> u128 {
    let nibbles = |byte: u32| u128::from(WIDE[byte as usize & 0xff]);
    nibbles(bits) | nibbles(bits >> 8) << 32 | nibbles(bits >> 16) << 64
}

/// Eight bits, each four times.
static WIDE: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                table[byte] |= 0xf << (4 * bit);
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};
