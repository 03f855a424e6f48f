//! Runs many clocks of sound at once.
//!
//! A channel's level changes only at writes, and in the second half of a step
//! (`Channel::second_half`), which comes twice per line. If the divider does not match, a step only
//! advances the divider. So a sample is the sum of the levels, each multiplied by the number of
//! clocks that it lasts.
//!
//! After a match, the next step decides what the noise register will do at the next match
//! (`Channel::decide_noise`). What a match does to the shift registers therefore follows from their
//! contents and AUDCx alone, until a write to AUDCx. The table [`SHIFTED`], generated with the
//! circuits, gives the result for every AUDCx and all contents.

use crate::{
    television::{Sample, Television},
    tia::{
        audio::{Audio, FIRST_HALF_CLOCKS, SAMPLE_CLOCKS, SECOND_HALF_CLOCKS, channel::Channel},
        hsync::LINE_CLOCKS,
    },
};
use std::sync::LazyLock;

/// Number of clocks in a sample.
const SAMPLE: u64 = SAMPLE_CLOCKS as u64;
/// Number of clocks in a line.
const LINE: u64 = LINE_CLOCKS as u64;
/// Maximum number of samples that are computed together: about half of a frame. It is even, because
/// the offsets in [`Channel::fill`] alternate from the first sample on.
const MAX_SAMPLES: usize = 264;

/// The contents of the shift registers after a match of the divider, by AUDCx and by their contents
/// before; see [`Channel::registers`].
static SHIFTED: LazyLock<[[u16; 512]; 16]> = LazyLock::new(|| {
    let shifted = |audc: usize, registers: usize| {
        let mut channel = Channel::default();
        (channel.audc, channel.matched) = (audc as u8, true);
        channel.set_registers(registers as u16);
        channel.decide_noise();
        channel.second_half();
        channel.registers()
    };
    std::array::from_fn(|audc| std::array::from_fn(|registers| shifted(audc, registers)))
});

impl Audio {
    /// Runs from clock `from` of a line to clock `to` of the line that comes `lines` lines later.
    /// Samples go to the television.
    pub(crate) fn run(&mut self, from: u8, lines: u64, to: u8, television: &mut Television) {
        let (mut at, to) = (u64::from(from), lines * LINE + u64::from(to));
        if to - at > 4 * LINE {
            let mut start = at + SAMPLE - u64::from(self.clocks);
            if is_in_step(start) {
                // The first half of this step may have come before the last write.
                start += SAMPLE;
            }
            self.run_clocks(at, start, television);
            at = self.run_samples(start, to, television);
        }
        self.run_clocks(at, to, television);
    }

    /// Runs the clocks `from..to`, counted from the start of a line.
    fn run_clocks(&mut self, mut from: u64, to: u64, television: &mut Television) {
        while from < to {
            let line = from / LINE * LINE;
            let end = to.min(line + LINE);
            self.run_part((from - line) as u8, (end - line) as u8, television);
            from = end;
        }
    }

    /// Runs the whole samples in the clocks `from..to`. A sample must begin at clock `from`. Does
    /// nothing if one of them would contain the second half of two steps (`Channel::second_half`),
    /// which is rare. (A sample can begin at any clock of a line, because RSYNC shortens lines.)
    /// Returns the clock that has been reached.
    fn run_samples(&mut self, from: u64, to: u64, television: &mut Television) -> u64 {
        let mut offsets = SECOND_HALF_CLOCKS.map(|at| (u64::from(at) + LINE - from % LINE) % LINE);
        offsets.sort();
        if offsets[0] >= SAMPLE || offsets[1] < SAMPLE {
            return from;
        }
        offsets[1] -= SAMPLE;
        let count = (to - from) / SAMPLE;
        let mut left = count as usize;
        while left > 0 {
            let mut samples = [Sample::default(); MAX_SAMPLES];
            let samples = &mut samples[..left.min(MAX_SAMPLES)];
            self.channels[0].fill(samples, 0, offsets);
            self.channels[1].fill(samples, 1, offsets);
            television.add_samples(samples);
            left -= samples.len();
        }
        let end = from + count * SAMPLE;
        if is_in_step(end) {
            self.first_half();
        }
        end
    }

    fn run_part(&mut self, from: u8, to: u8, television: &mut Television) {
        let (mut at, is_due) = (from, |clock| from <= clock && clock < to);
        for (first, second) in FIRST_HALF_CLOCKS.into_iter().zip(SECOND_HALF_CLOCKS) {
            if is_due(first) {
                self.first_half();
            }
            if is_due(second) {
                self.hold_levels(second - at, television);
                self.second_half();
                at = second;
            }
        }
        self.hold_levels(to - at, television);
    }

    /// Runs at most 114 clocks in which the levels stay the same.
    fn hold_levels(&mut self, clocks: u8, television: &mut Television) {
        let before = clocks.min(SAMPLE_CLOCKS - self.clocks);
        self.add(before);
        if let Some(sample) = self.take_sample() {
            television.add_samples(&[sample]);
            self.add(clocks - before);
        }
    }
}

/// Returns whether `clock`, counted from the start of a line, comes between the halves of a step.
fn is_in_step(clock: u64) -> bool {
    let clock = (clock % LINE) as u8;
    let mut steps = FIRST_HALF_CLOCKS.into_iter().zip(SECOND_HALF_CLOCKS);
    steps.any(|(first, second)| first < clock && clock <= second)
}

impl Channel {
    /// Computes channel `index` of `samples`. Each sample contains one step; `offsets` is the
    /// number of the sample's clocks before the step's second half, for even and for odd samples.
    fn fill(&mut self, samples: &mut [Sample], index: usize, offsets: [u64; 2]) {
        let period = usize::from(self.audf) + 1;
        let shifted = &SHIFTED[usize::from(self.audc)];
        let mut at = 0;
        while at < samples.len() {
            let (old, quiet) = (self.level(), self.quiet_steps().min(samples.len() - at));
            self.divider = (self.divider + quiet as u8) % 32;
            let end = samples.len().min(at + quiet + 1);
            if at + quiet < end {
                self.first_half();
                self.second_half();
            }
            let levels = [old, self.level()].map(u16::from);
            set_levels(&mut samples[at..end], index, levels, offsets[(end - 1) % 2]);
            at = end;
            if !self.matched {
                continue;
            }
            // After a match, run whole periods of the divider with the table. The last period is
            // left to the circuits, because its first step decides what the noise register will do.
            let (audv, mut registers) = (u16::from(self.audv), self.registers());
            let count = ((samples.len() - at) / period).saturating_sub(1);
            let is_at_rest = shifted[usize::from(registers)] == registers;
            let length = if is_at_rest { count.max(1) } else { 1 } * period;
            for samples in samples[at..][..count * period].chunks_exact_mut(length) {
                at += length;
                let old = registers;
                registers = shifted[usize::from(registers)];
                let levels = [old, registers].map(|registers| audv * (registers & 1));
                set_levels(samples, index, levels, offsets[(at - 1) % 2]);
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
    fn quiet_steps(&self) -> usize {
        match self.matched || self.matched_before {
            true => 0,
            false => usize::from(self.audf.wrapping_sub(self.divider) % 32),
        }
    }
}

/// Sets samples of channel `index`, which are 0 so far. The level changes after the first `before`
/// clocks of the last sample.
fn set_levels(samples: &mut [Sample], index: usize, [old, new]: [u16; 2], before: u64) {
    let (before, clocks) = (before as u16, SAMPLE as u16);
    if let Some((last, held)) = samples.split_last_mut() {
        if old != 0 {
            held.iter_mut()
                .for_each(|sample| sample.0[index] = old * clocks);
        }
        last.0[index] = old * before + new * (clocks - before);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Rng;

    fn random_channel(random: &mut Rng) -> Channel {
        let flags = random.byte();
        let [matched, matched_before, noise_feedback, noise_bit, hold] =
            [1, 2, 4, 8, 16].map(|bit| flags & bit != 0);
        Channel {
            audc: random.byte() & 15,
            audf: random.byte() & [31, 3][usize::from(flags >> 7)],
            audv: random.byte() & 15,
            divider: random.byte() & 31,
            matched,
            matched_before,
            noise: random.byte() & 31,
            pulse: random.byte() & 15,
            noise_feedback,
            noise_bit,
            hold,
        }
    }

    #[test]
    fn many_lines_at_once_match_single_clocks() {
        let mut random = Rng::new(1);
        for case in 0..4000 {
            let mut audio = Audio {
                channels: [(); 2].map(|()| random_channel(&mut random)),
                clocks: random.byte() % SAMPLE_CLOCKS,
                ..Audio::default()
            };
            let mut reference = audio.clone();
            let [mut television, mut reference_television] =
                [(); 2].map(|()| Television::default());
            let mut to = random.byte() % LINE_CLOCKS;
            for limit in [1, 3, 8, 32, 255] {
                let from = to;
                to = random.byte() % LINE_CLOCKS;
                let lines = u64::from(random.byte() % limit) + u64::from(to < from);
                audio.run(from, lines, to, &mut television);
                for line in 0..=lines {
                    let start = if line == 0 { from } else { 0 };
                    let end = if line == lines { to } else { LINE_CLOCKS };
                    for sample in (start..end).filter_map(|clock| reference.tick(clock)) {
                        reference_television.add_samples(&[sample]);
                    }
                }
                assert_eq!(audio, reference, "case {case}: {from}, {lines} lines, {to}");
                assert_eq!(television, reference_television, "case {case}: samples");
                let written = random_channel(&mut random);
                for audio in [&mut audio, &mut reference] {
                    let channel = &mut audio.channels[case % 2];
                    channel.audc(written.audc);
                    channel.audf(written.audf);
                }
            }
        }
    }
}
