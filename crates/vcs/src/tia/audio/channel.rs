//! One audio channel.

use serde::{Deserialize, Serialize};

/// One channel.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Channel {
    pub(crate) audc: u8,
    pub(crate) audf: u8,
    pub(crate) audv: u8,
    pub(crate) divider: u8,
    /// True if the divider matched AUDFx. Then the shift registers step, and the divider restarts
    /// at 0.
    pub(crate) matched: bool,
    /// True if the divider matched in the previous step. Then [`Channel::first_half`] decides what
    /// the noise register will do.
    pub(crate) matched_before: bool,
    /// The noise register, five bits.
    pub(crate) noise: u8,
    /// The pulse register, four bits. Bit 0 is the output.
    pub(crate) pulse: u8,
    pub(crate) noise_feedback: bool,
    pub(crate) noise_bit: bool,
    /// True if the pulse register keeps its value in this step.
    pub(crate) hold: bool,
}

impl Channel {
    /// Returns false for values that only a damaged state can have.
    pub(crate) fn is_plausible(&self) -> bool {
        (self.audc | self.audv | self.pulse) < 16 && (self.audf | self.divider | self.noise) < 32
    }

    /// Writes AUDCx.
    pub(crate) fn audc(&mut self, data: u8) {
        self.audc = data & 15;
    }

    /// Writes AUDFx.
    pub(crate) fn audf(&mut self, data: u8) {
        self.audf = data & 31;
    }

    /// Writes AUDVx. The new volume takes effect immediately.
    pub(crate) fn audv(&mut self, data: u8) {
        self.audv = data & 15;
    }

    /// Returns the output level, 0..=15.
    pub(crate) fn level(&self) -> u8 {
        if self.pulse & 1 != 0 { self.audv } else { 0 }
    }

    /// Runs the first half of a step. If the divider matched in the previous step, decides what the
    /// noise register will do. Then compares the divider with AUDFx.
    // Both results take effect only in the second half. Therefore it makes no difference if RSYNC
    // makes the first half run twice in a row. Source: netlist.
    #[inline]
    pub(crate) fn first_half(&mut self) {
        if self.matched_before {
            self.decide_noise();
        }
        self.compare();
    }

    /// Compares the divider with AUDFx. This is part of the first half of a step.
    #[inline]
    pub(crate) fn compare(&mut self) {
        self.matched = self.divider == self.audf;
    }

    /// Steps the divider. This is part of the second half of a step.
    #[inline]
    pub(crate) fn step_divider(&mut self) {
        self.matched_before = self.matched;
        self.divider = if self.matched {
            0
        } else {
            (self.divider + 1) % 32
        };
    }

    pub(crate) fn decide_noise(&mut self) {
        let noise = self.noise;
        self.noise_bit = noise & 1 != 0;
        self.hold = match self.audc & 3 {
            2 => noise & 0x1e != 0x02,
            3 => !self.noise_bit,
            _ => false,
        };
        self.noise_feedback = if self.audc & 3 == 0 {
            (self.pulse ^ noise) & 1 != 0
                || noise == 0 && self.pulse == 0x0a
                || self.audc & 0x0c == 0
        } else {
            (noise >> 2 ^ noise) & 1 != 0 || noise == 0
        };
    }

    /// Runs the second half of a step. If the divider matched, it restarts, and the shift registers
    /// step; otherwise the divider counts.
    #[inline]
    pub(crate) fn second_half(&mut self) {
        self.step_divider();
        if !self.matched {
            return;
        }
        self.noise = self.noise >> 1 | u8::from(self.noise_feedback) << 4;
        if !self.hold {
            self.pulse = self.next_pulse();
        }
    }

    /// Returns the value of the pulse register after a step in which it does not keep its value.
    #[inline]
    fn next_pulse(&self) -> u8 {
        let pulse = self.pulse;
        let feedback = match self.audc >> 2 {
            0 => (pulse >> 1 ^ pulse) & 1 != 0 && pulse != 0x0a && self.audc & 3 != 0,
            1 => pulse & 8 == 0,
            2 => !self.noise_bit,
            _ => pulse & 2 == 0 && pulse & 0x0e != 0,
        };
        !(pulse >> 1) & 7 | u8::from(feedback) << 3
    }
}
