//! Two audio channels: a divider, a five-bit and a four-bit shift register each.
//!
//! The model is Chris Brenner's, checked against consoles by its author; the netlist agrees
//! once the steps are put at the clocks below.

use super::hsync::LINE_CLOCKS;
use crate::television::{Sample, Television};
use serde::{Deserialize, Serialize};

/// Clocks of the line with a channel's first half step.
const FIRST_STEPS: [u8; 2] = [8, 80];
/// Clocks of the line with a channel's second half step.
const SECOND_STEPS: [u8; 2] = [40, 152];
/// Color clocks a sample is summed over: half a line.
pub const SAMPLE_CLOCKS: u8 = 114;

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
}

/// Both channels and the sample being summed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Audio {
    /// The two channels.
    pub channels: [Channel; 2],
    sum: [u16; 2],
    /// Clocks in `sum`, 0..=113.
    clocks: u8,
}

impl Audio {
    /// False for values that only a damaged state can have.
    pub fn is_plausible(&self) -> bool {
        let most = 15 * u16::from(self.clocks);
        self.clocks < SAMPLE_CLOCKS
            && self.sum.iter().all(|sum| *sum <= most)
            && self.channels.iter().all(|channel| {
                channel.audc < 16 && channel.audf < 32 && channel.audv < 16 && channel.divider < 32
            })
    }

    /// The color clocks `from..to` of a line at once; samples go to the television.
    pub fn run(&mut self, from: u8, to: u8, television: &mut Television) {
        let mut clock = from;
        while clock < to {
            self.half_step(clock);
            let next = match clock {
                0..8 => 8,
                8..40 => 40,
                40..80 => 80,
                80..152 => 152,
                _ => to,
            };
            let count = (next.min(to) - clock).min(SAMPLE_CLOCKS - self.clocks);
            for (sum, channel) in self.sum.iter_mut().zip(&self.channels) {
                *sum += u16::from(channel.level()) * u16::from(count);
            }
            clock += count;
            self.clocks += count;
            if self.clocks == SAMPLE_CLOCKS {
                self.clocks = 0;
                television.sample(Sample(std::mem::take(&mut self.sum)));
            }
        }
    }

    /// A whole line at once; samples go to the television.
    pub fn run_line(&mut self, television: &mut Television) {
        // Samples and lines need not begin together: RSYNC cuts lines short.
        let first = SAMPLE_CLOCKS - self.clocks;
        let second = first + SAMPLE_CLOCKS;
        let mut samples = [Sample::default(); 2];
        for (index, channel) in self.channels.iter_mut().enumerate() {
            // Levels change with the second steps.
            let mut levels = [u16::from(channel.level()); 3];
            for level in &mut levels[1..] {
                channel.first_step();
                channel.second_step();
                *level = channel.level().into();
            }
            let sum_before = |clock: u8| {
                let middle = clock.clamp(SECOND_STEPS[0], SECOND_STEPS[1]) - SECOND_STEPS[0];
                levels[0] * u16::from(clock.min(SECOND_STEPS[0]))
                    + levels[1] * u16::from(middle)
                    + levels[2] * u16::from(clock.saturating_sub(SECOND_STEPS[1]))
            };
            let (to_first, to_second) = (sum_before(first), sum_before(second));
            samples[0].0[index] = self.sum[index] + to_first;
            samples[1].0[index] = to_second - to_first;
            self.sum[index] = sum_before(LINE_CLOCKS) - to_second;
        }
        samples
            .into_iter()
            .for_each(|sample| television.sample(sample));
    }

    fn half_step(&mut self, clock: u8) {
        if FIRST_STEPS.contains(&clock) {
            self.channels.iter_mut().for_each(Channel::first_step);
        } else if SECOND_STEPS.contains(&clock) {
            self.channels.iter_mut().for_each(Channel::second_step);
        }
    }

    /// Color clock `clock` of the line. Some(sample) at the end of each 114 clocks.
    pub fn tick(&mut self, clock: u8) -> Option<Sample> {
        self.half_step(clock);
        for (sum, channel) in self.sum.iter_mut().zip(&self.channels) {
            *sum += u16::from(channel.level());
        }
        self.clocks += 1;
        (self.clocks == SAMPLE_CLOCKS).then(|| {
            self.clocks = 0;
            Sample(std::mem::take(&mut self.sum))
        })
    }
}

/// The voltage of both channels into their common resistor, 0.0..=1.0, for a level sum `v` of
/// 0.0..=30.0. For a stereo modification use it for each channel alone.
// Hardware notes (Brenner), and the emulators agree: v * 60 / (30 * (30 + v)).
pub fn mix(v: f32) -> f32 {
    v * 60.0 / (30.0 * (30.0 + v))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_channels_share_a_resistor() {
        assert_eq!(mix(0.0), 0.0);
        assert!((mix(15.0) - 2.0 / 3.0).abs() < 1e-6);
        assert!((mix(30.0) - 1.0).abs() < 1e-6);
    }
}
