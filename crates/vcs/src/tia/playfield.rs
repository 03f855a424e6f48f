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

    /// PF0, PF1, PF2 as written (`index` 0..=2).
    pub fn register(&self, index: usize) -> u8 {
        self.pf[index]
    }

    /// The line's forty groups, bit 0 first.
    pub fn groups(&self) -> u64 {
        let bits = self.bits();
        let right = match self.backward {
            true => bits.reverse_bits() >> 12,
            false => bits,
        };
        u64::from(bits) | u64::from(right) << 20
    }

    /// The playfield's output before priority.
    pub fn output(&self) -> bool {
        self.bit
    }

    /// The twenty bits in the order of the left half, bit 0 first.
    // Data sheet: PF0 D4..D7, PF1 D7..D0, PF2 D0..D7.
    fn bits(&self) -> u32 {
        u32::from(self.pf[0] >> 4)
            | u32::from(REVERSED[usize::from(self.pf[1])]) << 4
            | u32::from(self.pf[2]) << 12
    }
}

/// The pixels of forty groups, four each.
pub fn pixels(groups: u64) -> [u64; 3] {
    let wide = |byte: u64| u64::from(WIDE[byte as usize & 0xff]);
    let word = |bits: u64| wide(bits) | wide(bits >> 8) << 32;
    [word(groups), word(groups >> 16), wide(groups >> 32)]
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

/// Eight bits, each four times.
static WIDE: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = widened(byte as u8, 4) as u32;
        byte += 1;
    }
    table
};

/// Eight bits, each so many times, 1..=8.
pub(super) const fn widened(byte: u8, times: u32) -> u64 {
    let mut wide = 0;
    let mut bit = 0;
    while bit < 8 {
        if byte >> bit & 1 != 0 {
            wide |= ((1 << times) - 1) << (times * bit);
        }
        bit += 1;
    }
    wide
}
