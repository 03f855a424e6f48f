//! Runs many clocks of sound in one step.
//!
//! A channel's level changes only at writes, and in the second half of a step
//! (`Channel::second_step`), which comes twice per line. If the divider does not match, a step only
//! advances the divider. So a sample is the sum of the levels, each multiplied by the number of
//! clocks that it lasts.

use crate::{
    television::{Sample, Television},
    tia::{
        audio::{Audio, FIRST_STEPS, SAMPLE_CLOCKS, SECOND_STEPS, channel::Channel},
        hsync::LINE_CLOCKS,
    },
};

/// The parts of a line. Each part except the first begins with half a step of the channels; first
/// and second halves alternate.
const PARTS: [[u8; 2]; 5] = [
    [0, FIRST_STEPS[0]],
    [FIRST_STEPS[0], SECOND_STEPS[0]],
    [SECOND_STEPS[0], FIRST_STEPS[1]],
    [FIRST_STEPS[1], SECOND_STEPS[1]],
    [SECOND_STEPS[1], LINE_CLOCKS],
];
/// The five-bit noise register, all ones.
const ALL_NOISE: u8 = 0x1f;
const SAMPLE: u16 = SAMPLE_CLOCKS as u16;
/// Number of lines whose samples are computed together.
const LINES: usize = 32;

impl Audio {
    /// Runs from clock `from` of a line to clock `to` of the line that comes `lines` lines later.
    /// Samples go to the television.
    pub(crate) fn run(&mut self, from: u8, lines: u64, to: u8, television: &mut Television) {
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
        for (index, &[start, end]) in PARTS.iter().enumerate() {
            if end <= from || start >= to {
                continue;
            }
            if from <= start {
                match index {
                    1 | 3 => self.channels.iter_mut().for_each(Channel::first_step),
                    2 | 4 => self.channels.iter_mut().for_each(Channel::second_step),
                    _ => {}
                }
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

    /// Runs whole lines. A sample may begin before a line or in its middle, because RSYNC shortens
    /// lines; but nearly always each sample contains the second half of exactly one step
    /// (`Channel::second_step`).
    fn run_lines(&mut self, lines: u64, television: &mut Television) {
        let clocks = u16::from(self.clocks);
        let [first, second] = SECOND_STEPS.map(|clock| u16::from(clock) + clocks);
        let befores = match first / SAMPLE == second / SAMPLE {
            true => return (0..lines).for_each(|_| self.run_part(0, LINE_CLOCKS, television)),
            false => [first % SAMPLE, second % SAMPLE],
        };
        // True if a sample ends in this line before the first call to `Channel::second_step`.
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
}

impl Channel {
    /// Computes channel `index` of `samples`, which begin at the start of a line. Each sample
    /// contains one call to [`Channel::second_step`]; `befores` is the number of the sample's
    /// clocks before this call, for even and for odd samples.
    pub(crate) fn fill(&mut self, samples: &mut [Sample], index: usize, befores: [u16; 2]) {
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

    /// Returns how many of the next steps (0..=31) only advance the divider.
    pub(crate) fn quiet_steps(&self) -> usize {
        match self.step || self.stepped {
            true => 0,
            false => usize::from(self.audf.wrapping_sub(self.divider) % 32),
        }
    }

    /// Runs 0..=31 steps in which the divider only counts.
    pub(crate) fn count(&mut self, steps: u8) {
        self.divider = (self.divider + steps) % 32;
    }

    /// Returns whether a step of the shift registers has no effect.
    fn is_at_rest(&self) -> bool {
        // A register that a shift does not change is all zeros or all ones.
        let stays = match self.noise {
            0 => !self.noise_feedback,
            ALL_NOISE => self.noise_feedback,
            _ => return false,
        };
        let mut decided = self.clone();
        decided.decide_noise();
        stays
            && decided.noise_feedback == self.noise_feedback
            && decided.noise_bit == self.noise_bit
            && decided.hold == self.hold
            && (self.hold || self.next_pulse() == self.pulse)
    }

    /// Runs one or more steps in which nothing changes but the divider and its output.
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
        self.stepped = self.step;
    }
}
