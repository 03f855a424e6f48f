//! The playfield as a row of forty groups of four pixels.
//!
//! A group's bit is read two clocks before its first pixel, so a group shows what the registers
//! hold at that clock. The direction of the right half is determined when its first bit is read.

use crate::tia::{
    hsync::CENTER,
    playfield::{LEAD_CLOCKS, Playfield, backward},
};

/// The clock at which the first bit of the right half is read.
pub(super) const CENTER_READ: u8 = CENTER - LEAD_CLOCKS;

impl Playfield {
    /// Determines the direction of the right half. Called when the beam reaches the center.
    pub(crate) fn reach_center(&mut self) {
        self.backward = self.reflect;
    }

    /// Sets the bit that was read last.
    pub(crate) fn set_bit(&mut self, bit: bool) {
        self.bit = bit;
    }

    /// Returns the forty groups of the line. Bit 0 is the leftmost group.
    pub(crate) fn groups(&self) -> u64 {
        let bits = self.bits();
        let right = match self.backward {
            true => backward(bits),
            false => bits,
        };
        u64::from(bits) | u64::from(right) << 20
    }
}

/// Returns the pixels of forty groups, four for each group.
pub(super) fn pixels(groups: u64) -> [u64; 3] {
    let wide = |byte: u64| u64::from(WIDE[byte as usize & 0xff]);
    let word = |bits: u64| wide(bits) | wide(bits >> 8) << 32;
    [word(groups), word(groups >> 16), wide(groups >> 32)]
}

/// For each byte, its eight bits, each repeated four times.
static WIDE: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = widened(byte as u8, 4) as u32;
        byte += 1;
    }
    table
};

/// Returns the eight bits of a byte, each repeated `times` (1..=8) times.
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
