//! The playfield: twenty bits shown twice a line, four pixels each.

use super::hsync::{FIRST_PIXEL, LINE_CLOCKS};
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
}

/// A group's bit is picked up this many clocks before its first pixel.
pub(crate) const LEAD_CLOCKS: u8 = 2;

impl Playfield {
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
