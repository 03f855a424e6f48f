use super::SAMPLE;
use crate::television::Sample;
use serde::{Deserialize, Serialize};

/// One channel.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Channel {
    audc: u8,
    audf: u8,
    audv: u8,
    divider: u8,
    /// The divider matched: the shift registers step.
    step: bool,
    /// Five bits.
    noise: u8,
    /// Four bits; bit 0 is the output.
    pulse: u8,
    noise_feedback: bool,
    noise_bit: bool,
    /// The four-bit register keeps its value in this step.
    hold: bool,
}

impl Channel {
    /// False for values that only a damaged state can have.
    pub fn is_plausible(&self) -> bool {
        self.audc < 16 && self.audf < 32 && self.audv < 16 && self.divider < 32
    }

    /// AUDCx.
    pub fn audc(&mut self, data: u8) {
        self.audc = data & 15;
    }

    /// AUDFx.
    pub fn audf(&mut self, data: u8) {
        self.audf = data & 31;
    }

    /// AUDVx. Acts at once.
    pub fn audv(&mut self, data: u8) {
        self.audv = data & 15;
    }

    /// The output level, 0..=15.
    pub fn level(&self) -> u8 {
        if self.pulse & 1 != 0 { self.audv } else { 0 }
    }

    /// First half step: the noise decisions if the divider matched, then the divider.
    #[inline]
    pub fn first_step(&mut self) {
        if self.step {
            self.decide_noise();
        }
        self.step = self.divider == self.audf;
        self.divider = if self.step || self.divider == 31 {
            0
        } else {
            self.divider + 1
        };
    }

    fn decide_noise(&mut self) {
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

    /// Second half step: the shift registers, if the divider matched.
    #[inline]
    pub fn second_step(&mut self) {
        if !self.step {
            return;
        }
        let pulse = self.pulse;
        let feedback = match self.audc >> 2 {
            0 => (pulse >> 1 ^ pulse) & 1 != 0 && pulse != 0x0a && self.audc & 3 != 0,
            1 => pulse & 8 == 0,
            2 => !self.noise_bit,
            _ => pulse & 2 == 0 && pulse & 0x0e != 0,
        };
        self.noise = self.noise >> 1 | u8::from(self.noise_feedback) << 4;
        if !self.hold {
            self.pulse = !(pulse >> 1) & 7 | u8::from(feedback) << 3;
        }
    }

    /// The samples around half steps from a line's beginning on, of which this is channel `index`.
    /// `befores` are the clocks of a sample before the second half step, in turns.
    pub fn fill(&mut self, samples: &mut [Sample], index: usize, befores: [u16; 2]) {
        if self.is_at_rest() {
            self.divide(samples.len());
            return self.hold_level(samples, index);
        }
        let mut at = 0;
        while at < samples.len() {
            let quiet = self.quiet_steps().min(samples.len() - at);
            self.hold_level(&mut samples[at..at + quiet], index);
            self.count(quiet as u8);
            at += quiet;
            let Some(sample) = samples.get_mut(at) else {
                return;
            };
            let before = befores[at % 2];
            sample.0[index] = u16::from(self.level()) * before;
            self.first_step();
            self.second_step();
            sample.0[index] += u16::from(self.level()) * (SAMPLE - before);
            at += 1;
        }
    }

    fn hold_level(&self, samples: &mut [Sample], index: usize) {
        let sum = u16::from(self.level()) * SAMPLE;
        samples.iter_mut().for_each(|sample| sample.0[index] = sum);
    }

    /// Pairs of half steps, 0..=31, in which nothing happens but that the divider counts.
    pub fn quiet_steps(&self) -> usize {
        match self.step {
            true => 0,
            false => usize::from(self.audf.wrapping_sub(self.divider) % 32),
        }
    }

    /// So many quiet steps.
    pub fn count(&mut self, steps: u8) {
        self.divider = (self.divider + steps) % 32;
    }

    /// True if the shift registers may step without any effect.
    fn is_at_rest(&self) -> bool {
        let mut stepped = self.clone();
        stepped.step = true;
        stepped.second_step();
        stepped.decide_noise();
        stepped.step = self.step;
        stepped == *self
    }

    /// So many first half steps, 1 or more, of the divider alone.
    fn divide(&mut self, steps: usize) {
        let to_match = usize::from(self.audf.wrapping_sub(self.divider) % 32);
        match steps.checked_sub(to_match + 1) {
            Some(since_match) => {
                self.divider = (since_match % (usize::from(self.audf) + 1)) as u8;
                self.step = self.divider == 0;
            }
            None => {
                self.count(steps as u8);
                self.step = false;
            }
        }
    }
}
