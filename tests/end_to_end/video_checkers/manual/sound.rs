//! Recognizes tones and noise in the sound.

use super::console::Console;
use vcs::television::Sample;

/// Sample rate: two samples per scanline.
const RATE: f64 = 2.0 * 262.0 * 59.92;
/// Minimum number of equally long periods that make a tone.
const TONE: usize = 4;
/// Shortest silence, in samples.
const SILENCE: usize = 200;

/// A sound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heard {
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
pub fn melody(levels: &[u16]) -> Vec<Heard> {
    let middle = levels.iter().max().map_or(0, |loudest| loudest / 2);
    let rises = |&at: &usize| levels[at - 1] <= middle && middle < levels[at];
    let rising: Vec<usize> = (1..levels.len()).filter(rises).collect();
    let mut periods: Vec<usize> = rising.windows(2).map(|pair| pair[1] - pair[0]).collect();
    periods.retain(|&period| period < SILENCE);
    let mut tones = Vec::new();
    let mut regular = 0;
    for run in periods.chunk_by(|a, b| a.abs_diff(*b) <= 1) {
        if run.len() >= TONE {
            let mean = run.iter().sum::<usize>() as f64 / run.len() as f64;
            tones.push(Heard::Tone((RATE / mean).round() as u32));
            regular += run.len();
        }
    }
    match regular * 2 > periods.len() {
        true => tones,
        false if periods.is_empty() => tones,
        false => vec![Heard::Noise],
    }
}
