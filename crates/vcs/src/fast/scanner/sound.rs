//! Runs many clocks of sound in one step.
//!
//! A channel's level changes only at writes, and in the second half of a step
//! (`Channel::second_step`), which comes twice per line. If the divider does not match, a step only
//! advances the divider. So a sample is the sum of the levels, each multiplied by the number of
//! clocks that it lasts.
//!
//! While AUDCx stays the same, each match of the divider changes the shift registers in a way that
//! depends on nothing but their contents: `Channel::decide_noise` runs once after each match, and
//! looks only at them. [`SHIFTED`] is a table of these changes, generated with the circuits.

use crate::{
    television::{Sample, Television},
    tia::{
        audio::{Audio, FIRST_STEPS, SAMPLE_CLOCKS, SECOND_STEPS, channel::Channel},
        hsync::LINE_CLOCKS,
    },
};
use std::sync::LazyLock;

/// Number of clocks in a sample.
const SAMPLE: u16 = SAMPLE_CLOCKS as u16;
/// Maximum number of samples that are computed together: half of a frame.
const SAMPLES: usize = 264;

/// The contents of the shift registers after a match of the divider, by AUDCx and by their contents
/// before; see [`Channel::registers`].
static SHIFTED: LazyLock<[[u16; 512]; 16]> = LazyLock::new(|| {
    let shifted = |audc: usize, registers: usize| {
        let mut channel = Channel::default();
        (channel.audc, channel.step) = (audc as u8, true);
        channel.set_registers(registers as u16);
        channel.decide_noise();
        channel.second_step();
        channel.registers()
    };
    std::array::from_fn(|audc| std::array::from_fn(|registers| shifted(audc, registers)))
});

impl Audio {
    /// Runs from clock `from` of a line to clock `to` of the line that comes `lines` lines later.
    /// Samples go to the television.
    pub(crate) fn run(&mut self, from: u8, lines: u64, to: u8, television: &mut Television) {
        if lines == 0 {
            return self.run_part(from, to, television);
        }
        self.run_part(from, LINE_CLOCKS, television);
        self.run_lines(lines - 1, television);
        self.run_part(0, to, television);
    }

    fn run_part(&mut self, from: u8, to: u8, television: &mut Television) {
        let (mut at, is_due) = (from, |clock| from <= clock && clock < to);
        for (first, second) in FIRST_STEPS.into_iter().zip(SECOND_STEPS) {
            if is_due(first) {
                self.channels.iter_mut().for_each(Channel::first_step);
            }
            if is_due(second) {
                self.hold_levels(second - at, television);
                self.channels.iter_mut().for_each(Channel::second_step);
                at = second;
            }
        }
        self.hold_levels(to - at, television);
    }

    /// Runs at most 114 clocks in which the levels stay the same.
    fn hold_levels(&mut self, clocks: u8, television: &mut Television) {
        let before = clocks.min(SAMPLE_CLOCKS - self.clocks);
        self.add(before);
        if self.clocks == SAMPLE_CLOCKS {
            self.clocks = 0;
            television.samples(&[Sample(std::mem::take(&mut self.sum))]);
            self.add(clocks - before);
        }
    }

    /// Runs whole lines. A sample may begin at any clock of a line, because RSYNC shortens lines;
    /// but nearly always each sample contains the second half of exactly one step
    /// (`Channel::second_step`).
    fn run_lines(&mut self, lines: u64, television: &mut Television) {
        // The first clock of a line at which a sample begins.
        let start = (SAMPLE_CLOCKS - self.clocks) % SAMPLE_CLOCKS;
        let [first, second] = SECOND_STEPS.map(|clock| clock % SAMPLE_CLOCKS);
        if lines < 2 || (second + 1..=first).contains(&start) {
            return (0..lines).for_each(|_| self.run_part(0, LINE_CLOCKS, television));
        }
        self.run_part(0, start, television);
        let befores = match start <= second {
            true => [first - start, second - start],
            false => [
                second + SAMPLE_CLOCKS - start,
                first + SAMPLE_CLOCKS - start,
            ],
        };
        let mut left = 2 * (lines - 1) as usize;
        while left > 0 {
            let mut samples = [Sample::default(); SAMPLES];
            let samples = &mut samples[..left.min(SAMPLES)];
            self.channels[0].fill(samples, 0, befores);
            self.channels[1].fill(samples, 1, befores);
            television.samples(samples);
            left -= samples.len();
        }
        // Within a sample, `fill` runs both halves of a step.
        if start > FIRST_STEPS[1] || (FIRST_STEPS[0] + 1..=second).contains(&start) {
            self.channels.iter_mut().for_each(Channel::first_step);
        }
        self.run_part(start, LINE_CLOCKS, television);
    }
}

impl Channel {
    /// Computes channel `index` of `samples`. Each sample contains one step; `befores` is the number
    /// of the sample's clocks before its second half, for even and for odd samples.
    fn fill(&mut self, samples: &mut [Sample], index: usize, befores: [u8; 2]) {
        let befores = befores.map(u16::from);
        let mut at = 0;
        while at < samples.len() {
            let quiet = self.quiet_steps().min(samples.len() - at);
            hold(&mut samples[at..at + quiet], index, self.level().into());
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
            if !self.step {
                continue;
            }
            // Run whole periods of the divider, except the last, with the table. The first step of
            // each period decides what the noise register will do at the end of the period.
            let period = usize::from(self.audf) + 1;
            let shifted = &SHIFTED[usize::from(self.audc)];
            let (level, mut registers) = (u16::from(self.audv), self.registers());
            let count = ((samples.len() - at) / period).saturating_sub(1);
            let is_at_rest = shifted[usize::from(registers)] == registers;
            let length = if is_at_rest { count.max(1) } else { 1 } * period;
            for samples in samples[at..][..count * period].chunks_exact_mut(length) {
                at += length;
                let (before, old) = (befores[(at - 1) % 2], level * (registers & 1));
                registers = shifted[usize::from(registers)];
                let new = level * (registers & 1);
                let (last, held) = samples.split_last_mut().expect("a period is not empty");
                hold(held, index, old);
                last.0[index] = old * before + new * (SAMPLE - before);
            }
            self.set_registers(registers);
        }
    }

    /// Returns the noise register (D8-D4) and the pulse register (D3-D0).
    fn registers(&self) -> u16 {
        u16::from(self.noise) << 4 | u16::from(self.pulse)
    }

    fn set_registers(&mut self, registers: u16) {
        (self.noise, self.pulse) = ((registers >> 4) as u8, registers as u8 & 15);
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
}

/// Sets samples of channel `index`, which are 0 so far, to the sum for a level that stays the same.
fn hold(samples: &mut [Sample], index: usize, level: u16) {
    if level != 0 {
        let sum = level * SAMPLE;
        samples.iter_mut().for_each(|sample| sample.0[index] = sum);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn random_channel(random: &mut Random) -> Channel {
        let flags = random.byte();
        let [step, stepped, noise_feedback, noise_bit, hold] =
            [1, 2, 4, 8, 16].map(|bit| flags & bit != 0);
        Channel {
            audc: random.byte() & 15,
            audf: random.byte() & [31, 3][usize::from(flags >> 7)],
            audv: random.byte() & 15,
            divider: random.byte() & 31,
            step,
            stepped,
            noise: random.byte() & 31,
            pulse: random.byte() & 15,
            noise_feedback,
            noise_bit,
            hold,
        }
    }

    #[test]
    fn many_lines_in_one_step_equal_single_clocks() {
        let mut random = Random::new(1);
        for case in 0..4000 {
            let mut audio = Audio {
                channels: [(); 2].map(|()| random_channel(&mut random)),
                clocks: random.byte() % SAMPLE_CLOCKS,
                ..Audio::default()
            };
            let mut reference = audio.clone();
            let [mut one, mut other] = [(); 2].map(|()| Television::default());
            for lines in [random.byte() % 8, random.byte(), random.byte() % 32] {
                let [from, to] = [(); 2].map(|()| random.byte() % LINE_CLOCKS);
                let from = if lines == 0 { from.min(to) } else { from };
                let lines = u64::from(lines);
                audio.run(from, lines, to, &mut one);
                for line in 0..=lines {
                    let start = if line == 0 { from } else { 0 };
                    let end = if line == lines { to } else { LINE_CLOCKS };
                    for sample in (start..end).filter_map(|clock| reference.tick(clock)) {
                        other.samples(&[sample]);
                    }
                }
                assert_eq!(audio, reference, "case {case}: {from}, {lines} lines, {to}");
                assert_eq!(one, other, "case {case}: samples");
            }
        }
    }
}
