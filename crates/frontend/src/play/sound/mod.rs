//! Sound: from the console's 31.4 kHz samples to a device, a WAV file, or nothing.
//!
//! [`Mixer`] makes one signal of the two channels, without steps at mute, pause or state load;
//! [`resample`] brings it to the output's rate; [`Speaker`] is where it goes. Nothing here paces
//! the program: time does, and a small correction of the rate keeps the device's buffer half full.

pub mod device;
pub mod mixer;
pub mod resample;
pub mod wav;

pub use mixer::Mixer;

use crate::error::Error;
use std::{path::PathBuf, str::FromStr};

/// Where sound goes.
pub trait Speaker {
    /// Takes the samples of one frame, -1..=1, at `rate` samples a second.
    ///
    /// # Errors
    /// [`Error::Write`] where a file cannot be written.
    fn push(&mut self, samples: &[f32], rate: f64) -> Result<(), Error>;
    /// No samples will come for a while: fall silent without a click, and count no under-run.
    fn pause(&mut self) {}
    /// What to tell the player, once: a device was lost, or found again.
    fn news(&mut self) -> Option<String> {
        None
    }
    /// For the statistics.
    fn statistics(&self) -> Statistics {
        Statistics::default()
    }
    /// Writes out what is still held back.
    ///
    /// # Errors
    /// [`Error::Write`] where a file cannot be written.
    fn finish(&mut self) -> Result<(), Error> {
        Ok(())
    }
}

/// What the statistics show about sound.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Statistics {
    /// True where a device plays.
    pub playing: bool,
    /// Times the device wanted a sample that was not there.
    pub under_runs: u64,
    /// Samples thrown away because the device was slower than its rate.
    pub dropped: u64,
    /// From a sample's making to its sounding, in milliseconds, as far as we can know.
    pub latency_ms: f64,
}

/// The words of `--audio-out`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AudioOut {
    /// The default sound device.
    Device,
    /// Nowhere.
    Null,
    /// A WAV file.
    Wav(PathBuf),
}

impl FromStr for AudioOut {
    type Err = String;

    fn from_str(text: &str) -> Result<AudioOut, String> {
        match text {
            "device" => Ok(AudioOut::Device),
            "null" => Ok(AudioOut::Null),
            _ => match text.strip_prefix("wav:") {
                Some(file) if !file.is_empty() => Ok(AudioOut::Wav(file.into())),
                _ => Err("use device, null or wav:FILE".into()),
            },
        }
    }
}

impl AudioOut {
    /// Opens the output. A missing device is no error: the speaker then is silent and says so.
    ///
    /// # Errors
    /// [`Error::Write`] where a file cannot be written.
    pub fn open(&self) -> Result<Box<dyn Speaker>, Error> {
        Ok(match self {
            AudioOut::Device => Box::new(device::Device::open()),
            AudioOut::Null => Box::new(Null),
            AudioOut::Wav(path) => Box::new(wav::Wav::create(path)?),
        })
    }
}

/// Swallows all sound.
struct Null;

impl Speaker for Null {
    fn push(&mut self, _samples: &[f32], _rate: f64) -> Result<(), Error> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_are_read_from_words() {
        assert_eq!("null".parse(), Ok(AudioOut::Null));
        assert_eq!("wav:a.wav".parse(), Ok(AudioOut::Wav("a.wav".into())));
        assert!("wav:".parse::<AudioOut>().is_err());
        assert!("speaker".parse::<AudioOut>().is_err());
    }
}
