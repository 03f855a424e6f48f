//! Recognizes tones and noise in the sound.

use super::console::Console;
use vcs::television::Sample;

/// Samples per second: two per scanline.
const SAMPLE_RATE: f64 = 2.0 * 262.0 * 59.92;
/// Minimum number of equally long periods that make a tone.
const MIN_TONE_PERIODS: usize = 4;
/// Minimum length of a silence, in samples.
const MIN_SILENCE: usize = 200;

/// A sound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sound {
    /// A tone, in hertz.
    Tone(u32),
    Noise,
}

impl Console {
    /// Runs some frames; returns a level for each sample.
    pub fn listen(&mut self, frames: usize) -> Vec<u16> {
        let mut samples = Vec::new();
        self.machine.take_samples(&mut samples);
        samples.clear();
        for _ in 0..frames {
            self.frame();
            self.machine.take_samples(&mut samples); // the buffer holds about a second
        }
        let level = |sample: &Sample| sample.0.iter().copied().sum();
        samples.iter().map(level).collect()
    }
}

/// Returns the tones in the order in which they are heard, or noise if at most half of the periods
/// belong to tones. A period is the time between two rises of the level; in a tone, the periods are
/// equally long.
pub fn melody(levels: &[u16]) -> Vec<Sound> {
    let middle = levels.iter().max().map_or(0, |loudest| loudest / 2);
    let is_rise = |&at: &usize| levels[at - 1] <= middle && middle < levels[at];
    let rises: Vec<usize> = (1..levels.len()).filter(is_rise).collect();
    let mut periods: Vec<usize> = rises.windows(2).map(|pair| pair[1] - pair[0]).collect();
    periods.retain(|&period| period < MIN_SILENCE);
    let mut tones = Vec::new();
    let mut tone_periods = 0;
    for run in periods.chunk_by(|a, b| a.abs_diff(*b) <= 1) {
        if run.len() >= MIN_TONE_PERIODS {
            let mean = run.iter().sum::<usize>() as f64 / run.len() as f64;
            tones.push(Sound::Tone((SAMPLE_RATE / mean).round() as u32));
            tone_periods += run.len();
        }
    }
    match tone_periods * 2 > periods.len() {
        true => tones,
        false if periods.is_empty() => tones,
        false => vec![Sound::Noise],
    }
}
