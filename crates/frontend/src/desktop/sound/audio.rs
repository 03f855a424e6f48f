//! Mixes a session's sound, sets its volume, and sends it to the speaker and to a recording.

use super::{
    output::Null,
    speaker::{Speaker, Statistics},
    wav::Wav,
};
use headless::error::Error;
use play::{session::Session, sound::Mixer};
use std::path::{Path, PathBuf};

/// The stages between the console's samples and the outputs.
pub struct Audio {
    speaker: Box<dyn Speaker>,
    mixer: Mixer,
    mixed: Vec<f32>,
    /// The volume, 0..=100.
    volume: u8,
    muted: bool,
    filter: Option<Filter>,
    recording: Option<(PathBuf, Wav)>,
}

/// A filter that sounds like a small speaker: lowers frequencies above 5 kHz by 6 dB per octave.
#[derive(Debug, Clone, Copy, Default)]
struct Filter(f32);

impl Filter {
    /// The smoothing coefficient: 1 - exp(-2 pi f / rate), with f = 5 kHz and a rate of 31.4 kHz.
    const COEFFICIENT: f32 = 0.632;

    fn run(&mut self, samples: &mut [f32]) {
        for sample in samples {
            self.0 += (*sample - self.0) * Filter::COEFFICIENT;
            *sample = self.0;
        }
    }
}

impl Audio {
    /// Creates the sound stages for a speaker, at a volume of 0..=100.
    pub fn new(speaker: Box<dyn Speaker>, volume: u8, muted: bool) -> Audio {
        let mut audio = Audio {
            speaker,
            mixer: Mixer::new(0.0),
            mixed: Vec::new(),
            volume,
            muted,
            filter: None,
            recording: None,
        };
        audio.apply_volume();
        audio
    }

    fn apply_volume(&mut self) {
        // Loudness does not grow linearly with amplitude. The amplitude is the square of the
        // volume, so that half the volume sounds half as loud.
        self.mixer.set_volume(if self.muted {
            0.0
        } else {
            (f32::from(self.volume) / 100.0).powi(2)
        });
    }

    /// Changes the volume by a step and unmutes. Returns the new volume.
    pub fn change_volume(&mut self, step: i8) -> u8 {
        self.volume = self.volume.saturating_add_signed(step).min(100);
        self.muted = false;
        self.apply_volume();
        self.volume
    }

    /// Mutes or unmutes. Returns whether sound is now on.
    pub fn toggle_mute(&mut self) -> bool {
        self.muted = !self.muted;
        self.apply_volume();
        !self.muted
    }

    /// Sets the volume, 0..=100, and mutes or unmutes.
    pub fn set_volume(&mut self, volume: u8, muted: bool) {
        (self.volume, self.muted) = (volume, muted);
        self.apply_volume();
    }

    /// Switches the filter for high tones on or off.
    pub fn set_filter(&mut self, on: bool) {
        self.filter = on.then(Filter::default);
    }

    /// Replaces the speaker. Closes the old one before calling `open`, because both may need
    /// exclusive use of the same device.
    ///
    /// # Errors
    /// The error that `open` returns; there is then no sound.
    pub fn set_speaker(
        &mut self,
        open: impl FnOnce() -> Result<Box<dyn Speaker>, Error>,
    ) -> Result<(), Error> {
        self.speaker = Box::new(Null);
        self.speaker = open()?;
        self.mixer.smooth_jump();
        Ok(())
    }

    /// Returns whether the sound is off.
    pub fn is_muted(&self) -> bool {
        self.muted
    }

    /// Plays the sound of the session's last frame, `pace` times as fast as the console does.
    ///
    /// # Errors
    /// [`Error::Write`] if the output file or the recording cannot be written. If it is the
    /// recording, the recording ends.
    pub fn play(&mut self, session: &Session, pace: f64) -> Result<(), Error> {
        self.mixed.clear();
        self.mixer.mix(session.samples(), &mut self.mixed);
        if let Some(filter) = &mut self.filter {
            filter.run(&mut self.mixed);
        }
        let rate = session.sample_rate();
        let played = self.speaker.push(&self.mixed, rate * pace);
        let recorded = match &mut self.recording {
            Some((_, wav)) => wav.push(&self.mixed, rate),
            None => Ok(()),
        };
        if recorded.is_err() {
            self.recording = None;
        }
        played.and(recorded)
    }

    /// Prepares for a period without sound.
    pub fn pause(&mut self) {
        self.speaker.pause();
    }

    /// Prepares for samples that do not follow on from the last ones.
    pub fn smooth_jump(&mut self) {
        self.mixer.smooth_jump();
    }

    /// Begins to write the sound to a new file.
    ///
    /// # Errors
    /// [`Error::Write`] if the file cannot be created.
    pub fn start_recording(&mut self, path: &Path) -> Result<(), Error> {
        self.recording = Some((path.to_owned(), Wav::create(path)?));
        Ok(())
    }

    /// Returns the file of the current recording.
    pub fn recording(&self) -> Option<&Path> {
        self.recording.as_ref().map(|(path, _)| path.as_path())
    }

    /// Ends the recording, if there is one.
    ///
    /// # Errors
    /// [`Error::Write`] if the end of the recording cannot be written.
    pub fn finish_recording(&mut self) -> Result<(), Error> {
        match self.recording.take() {
            Some((_, mut wav)) => wav.finish(),
            None => Ok(()),
        }
    }

    /// Writes the samples that the speaker has buffered.
    ///
    /// # Errors
    /// [`Error::Write`] if a file cannot be written.
    pub fn finish(&mut self) -> Result<(), Error> {
        self.speaker.finish()
    }

    /// Returns a new message about the device, if there is one. Each message is returned only once.
    pub fn message(&mut self) -> Option<String> {
        self.speaker.message()
    }

    /// Returns the values for the statistics.
    pub fn statistics(&self) -> Statistics {
        self.speaker.statistics()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{cell::Cell, rc::Rc};

    /// A device that only one speaker can use.
    struct ExclusiveSpeaker(Rc<Cell<bool>>);

    impl ExclusiveSpeaker {
        fn open(taken: &Rc<Cell<bool>>) -> Box<dyn Speaker> {
            assert!(!taken.replace(true), "the device is taken");
            Box::new(ExclusiveSpeaker(Rc::clone(taken)))
        }
    }

    impl Drop for ExclusiveSpeaker {
        fn drop(&mut self) {
            self.0.set(false);
        }
    }

    impl Speaker for ExclusiveSpeaker {
        fn push(&mut self, _samples: &[f32], _rate: f64) -> Result<(), Error> {
            Ok(())
        }
    }

    #[test]
    fn a_speaker_is_closed_before_the_next_one_opens() {
        let taken = Rc::default();
        let mut audio = Audio::new(ExclusiveSpeaker::open(&taken), 80, false);
        audio
            .set_speaker(|| Ok(ExclusiveSpeaker::open(&taken)))
            .unwrap();
        assert!(taken.get());
        let failed = audio.set_speaker(|| Err(Error::Fault("no device".into())));
        assert!(failed.is_err() && !taken.get());
    }

    #[test]
    fn the_filter_attenuates_high_tones_but_not_low_ones() {
        let peak_amplitude = |period: usize| {
            let mut tone: Vec<f32> = (0..3000)
                .map(|at| (at as f32 / period as f32 * std::f32::consts::TAU).sin())
                .collect();
            Filter::default().run(&mut tone);
            tone[1000..]
                .iter()
                .fold(0.0, |peak: f32, sample| peak.max(sample.abs()))
        };
        assert!(peak_amplitude(100) > 0.95);
        assert!(peak_amplitude(3) < 0.6);
    }
}
