//! Filters for the samples of a scanline. A filter computes weighted sums of neighboring samples;
//! its weights are computed once, when it is created.

use std::f32::consts::PI;

/// Number of outputs that are computed together.
const BLOCK: usize = 16;

/// A symmetric filter.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Filter(Vec<f32>);

impl Filter {
    /// Creates a filter that passes frequencies below `cutoff`, which is a fraction of the sample
    /// rate. The filter uses `reach` samples on either side of each sample.
    pub(crate) fn low_pass(cutoff: f32, reach: usize) -> Filter {
        let weight = |at: usize| {
            let x = at as f32 - reach as f32;
            let sinc = match x {
                0.0 => 2.0 * cutoff,
                _ => (2.0 * PI * cutoff * x).sin() / (PI * x),
            };
            sinc * (0.5 + 0.5 * (PI * x / (reach + 1) as f32).cos())
        };
        Filter((0..=2 * reach).map(weight).collect()).with_unit_sum()
    }

    /// Returns a copy of this filter that also removes the frequencies at a quarter and at half of
    /// the sample rate.
    pub(crate) fn without_carrier(&self) -> Filter {
        let mut weights = vec![0.0; self.0.len() + 4];
        for (at, weight) in self.0.iter().enumerate() {
            for (offset, tap) in [1.0, 2.0, 2.0, 2.0, 1.0].into_iter().enumerate() {
                weights[at + offset] += weight * tap;
            }
        }
        Filter(weights).with_unit_sum()
    }

    /// Returns a copy of this filter with peaking: the copy amplifies fine detail, so edges get a
    /// brighter and a darker rim. `strength` is 0 for no peaking.
    pub(crate) fn with_peaking(&self, strength: f32) -> Filter {
        let blur = Filter::low_pass(0.01, self.reach());
        let sharp = |(weight, blur): (&f32, &f32)| weight * (1.0 + strength) - blur * strength;
        Filter(self.0.iter().zip(&blur.0).map(sharp).collect())
    }

    /// Splits this filter into a filter with its even weights and a filter with its odd weights. If
    /// every other input sample is zero, run these two filters on the nonzero samples only.
    pub(crate) fn halves(&self) -> [Filter; 2] {
        [0, 1].map(|first| Filter(self.0.iter().skip(first).step_by(2).copied().collect()))
    }

    fn with_unit_sum(mut self) -> Filter {
        let sum: f32 = self.0.iter().sum();
        self.0.iter_mut().for_each(|weight| *weight /= sum);
        self
    }

    /// Returns the number of samples that the filter uses on either side of each sample.
    pub(crate) fn reach(&self) -> usize {
        self.0.len() / 2
    }

    /// Filters the input. Output `n` is the sum of inputs `n`, `n + 1` and so on, each multiplied
    /// by one of the weights.
    pub(crate) fn run(&self, input: &[f32], output: &mut [f32]) {
        let mut starts = (0..output.len()).step_by(BLOCK);
        let (blocks, rest) = output.as_chunks_mut::<BLOCK>();
        for (block, start) in blocks.iter_mut().zip(&mut starts) {
            *block = self.block(&input[start..]);
        }
        let start = blocks.len() * BLOCK;
        for (offset, output) in rest.iter_mut().enumerate() {
            let window = &input[start + offset..];
            *output = self
                .0
                .iter()
                .zip(window)
                .map(|(weight, input)| weight * input)
                .sum();
        }
    }

    fn block(&self, input: &[f32]) -> [f32; BLOCK] {
        let mut sums = [0.0; BLOCK];
        for (weight, window) in self.0.iter().zip(input.array_windows::<BLOCK>()) {
            for (sum, input) in sums.iter_mut().zip(window) {
                *sum += weight * input;
            }
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the amplitude that a wave of amplitude 1 has after the filter. `frequency` is a
    /// fraction of the sample rate.
    fn response(filter: &Filter, frequency: f32) -> f32 {
        let wave: Vec<f32> = (0..400)
            .map(|at| (2.0 * PI * frequency * at as f32).cos())
            .collect();
        let mut out = vec![0.0; 300];
        filter.run(&wave, &mut out);
        out.iter().fold(0.0, |peak, out| out.abs().max(peak))
    }

    #[test]
    fn low_pass_filters_keep_low_frequencies_and_remove_high_ones() {
        let filter = Filter::low_pass(0.1, 8);
        assert!((response(&filter, 0.0) - 1.0).abs() < 1e-5);
        assert!((0.4..0.6).contains(&response(&filter, 0.1)));
        assert!(response(&filter, 0.25) < 0.02);
    }

    #[test]
    fn without_carrier_removes_the_carrier_exactly() {
        let filter = Filter::low_pass(0.2, 4).without_carrier();
        assert!(response(&filter, 0.25) < 1e-5);
        assert!(response(&filter, 0.5) < 1e-5);
        assert!((response(&filter, 0.0) - 1.0).abs() < 1e-5);
    }

    #[test]
    fn peaking_amplifies_high_frequencies_and_keeps_flat_areas() {
        let filter = Filter::low_pass(0.3, 4);
        let peaked = filter.with_peaking(0.5);
        assert!((response(&peaked, 0.0) - 1.0).abs() < 1e-5);
        assert!(response(&peaked, 0.15) > 1.2 * response(&filter, 0.15));
    }

    #[test]
    fn two_halves_give_the_same_result_as_the_whole_filter() {
        let filter = Filter::low_pass(0.1, 8).without_carrier();
        let samples: Vec<f32> = (0..60).map(|at| (at * at % 17) as f32).collect();
        let padded: Vec<f32> = samples.iter().flat_map(|sample| [*sample, 0.0]).collect();
        let [even, odd] = filter.halves();
        let (mut whole, mut half) = ([0.0; 80], [0.0; 40]);
        filter.run(&padded, &mut whole);
        even.run(&samples, &mut half);
        assert!(
            half.iter()
                .zip(whole.iter().step_by(2))
                .all(|(a, b)| a == b)
        );
        odd.run(&samples[1..], &mut half);
        assert!(
            half.iter()
                .zip(whole.iter().skip(1).step_by(2))
                .all(|(a, b)| a == b)
        );
    }

    #[test]
    fn an_input_that_does_not_fill_the_last_block_is_filtered_to_its_end() {
        let filter = Filter::low_pass(0.2, 2);
        let mut out = vec![0.0; 21];
        filter.run(&[1.0; 25], &mut out);
        assert!(out.iter().all(|out| (out - 1.0).abs() < 1e-5));
    }
}
