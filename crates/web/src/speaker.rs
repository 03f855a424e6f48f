//! The console's sound at the browser's sample rate.

use play::{
    session::Session,
    sound::{Mixer, Resampler},
};

/// The sound output: mixes the console's sound, and resamples it for the browser.
pub struct Speaker {
    mixer: Mixer,
    resampler: Resampler,
    mixed: Vec<f32>,
    samples: Vec<f32>,
}

impl Default for Speaker {
    fn default() -> Speaker {
        Speaker {
            mixer: Mixer::new(1.0),
            resampler: Resampler::new(),
            mixed: Vec::new(),
            samples: Vec::new(),
        }
    }
}

impl Speaker {
    /// Sets the volume, 0..=1. The volume changes gradually, to avoid a click.
    pub fn set_volume(&mut self, volume: f32) {
        self.mixer.set_volume(volume);
    }

    /// Avoids a click at the start of the next frame. Call this if that frame does not directly
    /// follow the last one.
    pub fn smooth_jump(&mut self) {
        self.mixer.smooth_jump();
    }

    /// Adds the sound of the session's last frame. `rate` is the browser's sample rate. `pace` is
    /// the speed of the game and its sound; 1 is the console's own speed.
    pub fn add_frame(&mut self, session: &Session, rate: f64, pace: f64) {
        self.mixed.clear();
        self.mixer.mix(session.samples(), &mut self.mixed);
        let step = session.sample_rate() * pace / rate;
        // With a step of zero, the resampler would never finish. A rate of zero, which makes the
        // step infinite, means that there is no sound output.
        if step.is_finite() && step > 0.01 {
            self.resampler.run(&self.mixed, step, &mut self.samples);
        }
    }

    /// Returns the samples produced since the last call: one channel, -1..=1.
    pub fn samples(&mut self) -> Vec<f32> {
        std::mem::take(&mut self.samples)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::{bundled::BUNDLED, contacts::HeldControls, session::SessionOptions};

    #[test]
    fn a_second_of_frames_gives_a_second_of_samples_and_a_faster_pace_gives_fewer() {
        let image = BUNDLED[0].image.to_vec();
        let mut session = Session::open("a", image, SessionOptions::default()).unwrap();
        // The first frame starts at power-on, so it is short.
        session.advance(&mut HeldControls::default(), false);
        let mut count = |pace| {
            let mut speaker = Speaker::default();
            for _ in 0..60 {
                session.advance(&mut HeldControls::default(), false);
                speaker.add_frame(&session, 48_000.0, pace);
            }
            speaker.samples().len()
        };
        // 60 frames last 60 / 59.92 seconds.
        let normal = count(1.0);
        assert!(normal.abs_diff(48_062) < 50, "{normal}");
        let faster = count(1.1);
        assert!(faster.abs_diff(43_693) < 50, "{faster}");
    }

    #[test]
    fn an_invalid_rate_gives_no_samples() {
        let image = BUNDLED[0].image.to_vec();
        let mut session = Session::open("a", image, SessionOptions::default()).unwrap();
        session.advance(&mut HeldControls::default(), false);
        let mut speaker = Speaker::default();
        for rate in [0.0, f64::NAN, f64::INFINITY, -1.0] {
            speaker.add_frame(&session, rate, 1.0);
        }
        assert!(speaker.samples().is_empty());
    }
}
