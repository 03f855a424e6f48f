//! Two audio channels: a divider, a five-bit and a four-bit shift register each.
//!
//! The model is Chris Brenner's, checked against consoles by its author; the netlist agrees
//! once the steps are put at the clocks below.

mod channel;

use super::hsync::LINE_CLOCKS;
use crate::television::{Sample, Television};
use channel::Channel;
use serde::{Deserialize, Serialize};

/// Stretches of a line: after the first one each begins with a half step of the channels, the first and the
/// second in turns.
const SEGMENTS: [[u8; 2]; 5] = [[0, 8], [8, 40], [40, 80], [80, 152], [152, LINE_CLOCKS]];
/// The clocks of the second half steps.
const SECOND_STEPS: [u8; 2] = [SEGMENTS[2][0], SEGMENTS[4][0]];
/// Color clocks a sample is summed over: half a line.
pub const SAMPLE_CLOCKS: u8 = 114;
const SAMPLE: u16 = SAMPLE_CLOCKS as u16;
/// Lines that are sampled at once.
const LINES: usize = 32;

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
            && self.channels.iter().all(Channel::is_plausible)
    }

    /// The color clocks from `from` in a line to `to` in the line that begins so many lines later, at once;
    /// samples go to the television.
    pub fn run(&mut self, from: u8, lines: u64, to: u8, television: &mut Television) {
        match (from, lines) {
            (_, 0) => return self.run_part(from, to, television),
            (0, _) => self.run_lines(lines, television),
            _ => {
                self.run_part(from, LINE_CLOCKS, television);
                self.run_lines(lines - 1, television);
            }
        }
        self.run_part(0, to, television);
    }

    fn run_part(&mut self, from: u8, to: u8, television: &mut Television) {
        if self
            .channels
            .iter()
            .all(|channel| channel.quiet_steps() >= 2)
        {
            return self.run_quiet(from, to, television);
        }
        for (index, &[start, end]) in SEGMENTS.iter().enumerate() {
            if end <= from || start >= to {
                continue;
            }
            if from <= start {
                self.half_step(index);
            }
            let count = end.min(to) - start.max(from);
            let before = count.min(SAMPLE_CLOCKS - self.clocks);
            self.add(before);
            if self.clocks == SAMPLE_CLOCKS {
                self.clocks = 0;
                television.samples(&[Sample(std::mem::take(&mut self.sum))]);
                self.add(count - before);
            }
        }
    }

    /// A part of a line in which the dividers do nothing but count.
    fn run_quiet(&mut self, from: u8, to: u8, television: &mut Television) {
        let is_within = |clock: u8| u8::from(from <= clock && clock < to);
        let steps = is_within(SEGMENTS[1][0]) + is_within(SEGMENTS[3][0]);
        for channel in &mut self.channels {
            channel.count(steps);
        }
        let mut left = to.saturating_sub(from);
        while left > 0 {
            let count = left.min(SAMPLE_CLOCKS - self.clocks);
            self.add(count);
            left -= count;
            if self.clocks == SAMPLE_CLOCKS {
                self.clocks = 0;
                television.samples(&[Sample(std::mem::take(&mut self.sum))]);
            }
        }
    }

    /// So many clocks without a step, all of one sample.
    #[inline]
    fn add(&mut self, clocks: u8) {
        self.clocks += clocks;
        let [first, second] = &self.channels;
        self.sum[0] += u16::from(first.level()) * u16::from(clocks);
        self.sum[1] += u16::from(second.level()) * u16::from(clocks);
    }

    /// Whole lines. A sample may begin before a line or in its middle, for RSYNC cuts lines short; but
    /// nearly always there is one second half step in each.
    fn run_lines(&mut self, lines: u64, television: &mut Television) {
        let clocks = u16::from(self.clocks);
        let [first, second] = SECOND_STEPS.map(|clock| u16::from(clock) + clocks);
        let befores = match first / SAMPLE == second / SAMPLE {
            true => return (0..lines).for_each(|_| self.run_part(0, LINE_CLOCKS, television)),
            false => [first % SAMPLE, second % SAMPLE],
        };
        // The sample of the first step has begun, or there is one before it.
        let later = first >= SAMPLE;
        let mut left = lines;
        while left > 0 {
            let count = left.min(LINES as u64);
            let mut samples = [Sample::default(); 1 + 2 * LINES];
            let samples = &mut samples[..=2 * count as usize];
            let last = samples.len() - 1;
            for (index, channel) in self.channels.iter_mut().enumerate() {
                let sum = &mut self.sum[index];
                let before = u16::from(channel.level());
                channel.fill(&mut samples[1..], index, befores);
                let after = u16::from(channel.level());
                if later {
                    samples[0].0[index] = *sum + before * (SAMPLE - clocks);
                    *sum = samples[last].0[index] - after * (SAMPLE - clocks);
                } else {
                    samples[1].0[index] = samples[1].0[index] + *sum - before * clocks;
                    *sum = after * clocks;
                }
            }
            television.samples(match later {
                true => &samples[..last],
                false => &samples[1..],
            });
            left -= count;
        }
    }

    /// The half step at the beginning of a segment.
    #[inline]
    fn half_step(&mut self, segment: usize) {
        match segment {
            1 | 3 => self.channels.iter_mut().for_each(Channel::first_step),
            2 | 4 => self.channels.iter_mut().for_each(Channel::second_step),
            _ => {}
        }
    }

    /// Color clock `clock` of the line. Some(sample) at the end of each 114 clocks.
    pub fn tick(&mut self, clock: u8) -> Option<Sample> {
        if let Some(segment) = SEGMENTS.iter().position(|[start, _]| *start == clock) {
            self.half_step(segment);
        }
        self.add(1);
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
