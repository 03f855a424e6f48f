//! Converts sound from one sample rate to another with a windowed sinc, whose values come from a
//! table.

use std::f64::consts::PI;

/// Number of input samples that contribute to one output sample.
const TAPS: usize = 16;
/// Number of positions between two input samples for which the table contains weights. Weights for
/// other positions are interpolated linearly.
const PHASES: usize = 256;

/// A resampler. Both rates may change between calls.
#[derive(Debug, Clone)]
pub struct Resampler {
    /// `PHASES + 1` rows of `TAPS` weights.
    table: Vec<[f32; TAPS]>,
    /// The last `TAPS` input samples, oldest first.
    history: [f32; TAPS],
    /// Position of the next output sample: its distance, in input sample periods, from the input
    /// sample that is `TAPS / 2` before the newest one.
    position: f64,
}

impl Default for Resampler {
    fn default() -> Self {
        Self::new()
    }
}

impl Resampler {
    /// Creates a resampler that starts from silence.
    pub fn new() -> Resampler {
        let table = (0..=PHASES)
            .map(|phase| weights(phase as f64 / PHASES as f64))
            .collect();
        Resampler {
            table,
            history: [0.0; TAPS],
            position: 0.0,
        }
    }

    /// Resamples `input` and appends the result to `out`. Each output sample advances by `step`
    /// input samples.
    pub fn run(&mut self, input: &[f32], step: f64, out: &mut Vec<f32>) {
        for sample in input {
            self.history.rotate_left(1);
            self.history[TAPS - 1] = *sample;
            while self.position < 1.0 {
                out.push(self.sample_at(self.position));
                self.position += step;
            }
            self.position -= 1.0;
        }
    }

    fn sample_at(&self, position: f64) -> f32 {
        let phase_position = position * PHASES as f64;
        let phase = (phase_position as usize).min(PHASES - 1);
        let fraction = (phase_position - phase as f64) as f32;
        let (low, high) = (&self.table[phase], &self.table[phase + 1]);
        (0..TAPS)
            .map(|tap| self.history[tap] * (low[tap] + (high[tap] - low[tap]) * fraction))
            .sum()
    }
}

/// Returns the weights for an output sample that lies `fraction` (0..=1) sample periods after the
/// input sample with index `TAPS / 2 - 1`.
fn weights(fraction: f64) -> [f32; TAPS] {
    let raw: [f64; TAPS] = std::array::from_fn(|tap| {
        let distance = tap as f64 - (TAPS / 2 - 1) as f64 - fraction;
        sinc(distance) * blackman(distance / (TAPS / 2) as f64)
    });
    let sum: f64 = raw.iter().sum();
    raw.map(|weight| (weight / sum) as f32)
}

fn sinc(x: f64) -> f64 {
    if x.abs() < 1e-9 {
        1.0
    } else {
        (PI * x).sin() / (PI * x)
    }
}

/// Returns the Blackman window at `x`, which is nonzero between -1 and 1.
fn blackman(x: f64) -> f64 {
    if x.abs() >= 1.0 {
        return 0.0;
    }
    0.42 + 0.5 * (PI * x).cos() + 0.08 * (2.0 * PI * x).cos()
}

#[cfg(test)]
mod tests {
    use super::*;

    const INPUT_RATE: f64 = 31_399.5;
    const OUTPUT_RATE: f64 = 48_000.0;

    fn resampled(frequency: f64) -> Vec<f32> {
        let input: Vec<f32> = (0..31_400)
            .map(|n| (2.0 * PI * frequency * f64::from(n) / INPUT_RATE).sin() as f32)
            .collect();
        let mut out = Vec::new();
        Resampler::new().run(&input, INPUT_RATE / OUTPUT_RATE, &mut out);
        out
    }

    #[test]
    fn a_second_of_sound_keeps_its_length() {
        assert!(resampled(440.0).len().abs_diff(48_000) <= 2);
    }

    #[test]
    fn a_tone_keeps_its_shape() {
        // Fit a tone of the same frequency to the output: find its amplitude and phase over half a
        // second, which is a whole number of periods. The rest of the output is error.
        for frequency in [100.0, 522.0, 5_000.0] {
            let out = &resampled(frequency)[100..24_100];
            let (mut sine, mut cosine, mut power) = (0.0, 0.0, 0.0);
            for (n, value) in out.iter().enumerate() {
                let angle = 2.0 * PI * frequency * n as f64 / OUTPUT_RATE;
                sine += f64::from(*value) * angle.sin();
                cosine += f64::from(*value) * angle.cos();
                power += f64::from(*value) * f64::from(*value);
            }
            let fitted = (sine * sine + cosine * cosine) * 2.0 / out.len() as f64;
            assert!(
                (power - fitted) / power < 1e-4,
                "{frequency} Hz: {power} {fitted}"
            );
        }
    }

    #[test]
    fn resampling_in_pieces_gives_the_same_result() {
        let input: Vec<f32> = (0..500).map(|n| (n as f32 * 0.3).sin()).collect();
        let (mut whole, mut pieces) = (Vec::new(), Vec::new());
        Resampler::new().run(&input, 0.654, &mut whole);
        let mut resampler = Resampler::new();
        for piece in input.chunks(7) {
            resampler.run(piece, 0.654, &mut pieces);
        }
        assert_eq!(whole, pieces);
    }
}
