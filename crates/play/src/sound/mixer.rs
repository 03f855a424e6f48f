//! The mixer: turns the TIA's two channels into one signal around zero.

use serde::{Deserialize, Serialize};
use vcs::television::Sample;

/// The sum of both channels when each has the volume 15 for all 114 color clocks of a sample.
const FULL_SCALE: f32 = 2.0 * 15.0 * 114.0;
/// Pole of the high-pass filter that removes the DC component, as the capacitor at the console's
/// output does. At 31.4 kHz, the cutoff frequency is about 5 Hz.
const POLE: f32 = 0.999;
/// Maximum change of the volume per sample. Muting takes 5 ms, which avoids clicks.
const MAX_VOLUME_STEP: f32 = 1.0 / 157.0;

/// A mixer that adds the channels, removes the DC component, and applies the volume.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Mixer {
    /// The chosen volume, 0..=1.
    volume: f32,
    /// The volume currently applied, which moves toward `volume`.
    ramped: f32,
    last_in: f32,
    last_out: f32,
    /// True if there is a jump in time between the last sample and the next one. The mixer then
    /// joins the two without a step in the signal.
    jumped: bool,
}

impl Mixer {
    /// Creates a mixer that starts silent and ramps up to the volume.
    pub fn new(volume: f32) -> Mixer {
        Mixer {
            volume,
            ramped: 0.0,
            last_in: 0.0,
            last_out: 0.0,
            jumped: true,
        }
    }

    /// Sets the volume, 0..=1.
    pub fn set_volume(&mut self, volume: f32) {
        self.volume = volume.clamp(0.0, 1.0);
    }

    /// Prevents a step in the signal at the next sample. Call this after a jump in time, such as
    /// loading a state or rewinding.
    pub fn smooth_jump(&mut self) {
        self.jumped = true;
    }

    /// Mixes samples into `out`.
    pub fn mix(&mut self, samples: &[Sample], out: &mut Vec<f32>) {
        out.extend(samples.iter().map(|sample| {
            let level = (f32::from(sample.0[0]) + f32::from(sample.0[1])) / FULL_SCALE;
            if std::mem::take(&mut self.jumped) {
                self.last_in = level;
            }
            self.last_out = level - self.last_in + POLE * self.last_out;
            self.last_in = level;
            self.ramped += (self.volume - self.ramped).clamp(-MAX_VOLUME_STEP, MAX_VOLUME_STEP);
            self.last_out * self.ramped
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn largest_step(signal: &[f32]) -> f32 {
        signal
            .windows(2)
            .map(|pair| (pair[1] - pair[0]).abs())
            .fold(0.0, f32::max)
    }

    #[test]
    fn a_constant_level_becomes_silence() {
        let mut out = Vec::new();
        Mixer::new(1.0).mix(&[Sample([1710, 0]); 31_400], &mut out);
        assert!(out.last().unwrap().abs() < 0.001);
    }

    #[test]
    fn a_jump_in_time_causes_no_click() {
        let mut mixer = Mixer::new(1.0);
        let mut out = Vec::new();
        mixer.mix(&[Sample([0, 0]); 500], &mut out);
        mixer.smooth_jump();
        mixer.mix(&[Sample([1710, 1710]); 500], &mut out);
        assert!(largest_step(&out) < 0.01);
    }

    #[test]
    fn muting_causes_no_click() {
        let mut mixer = Mixer::new(1.0);
        let mut out = Vec::new();
        mixer.mix(&[Sample([0, 0])], &mut out);
        mixer.mix(&[Sample([1710, 1710]); 300], &mut out);
        let before = out.len() - 1;
        mixer.set_volume(0.0);
        mixer.mix(&[Sample([1710, 1710]); 300], &mut out);
        assert!(largest_step(&out[before..]) < 0.01);
        assert_eq!(out.last(), Some(&0.0));
    }
}
