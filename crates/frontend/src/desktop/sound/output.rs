//! The sound outputs that `--audio-out` can select.

use super::{
    device::{Device, DeviceChoice},
    speaker::Speaker,
    wav::Wav,
};
use headless::error::Error;
use std::{path::PathBuf, str::FromStr};

/// The values of `--audio-out`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum AudioOut {
    /// The sound device chosen in the settings.
    #[default]
    Device,
    /// No output.
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
    /// Opens the output. If the output is a device, `choice` selects it; a missing device is not an
    /// error, but the speaker is then silent and reports the reason in its message.
    ///
    /// # Errors
    /// [`Error::Write`] if a file cannot be written.
    pub fn open(&self, choice: &DeviceChoice) -> Result<Box<dyn Speaker>, Error> {
        Ok(match self {
            AudioOut::Device => Box::new(Device::open(choice)),
            AudioOut::Null => Box::new(Null),
            AudioOut::Wav(path) => Box::new(Wav::create(path)?),
        })
    }
}

/// An output that discards all sound.
pub(super) struct Null;

impl Speaker for Null {
    fn push(&mut self, _samples: &[f32], _rate: f64) -> Result<(), Error> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_are_parsed_from_option_values() {
        assert_eq!("null".parse(), Ok(AudioOut::Null));
        assert_eq!("wav:a.wav".parse(), Ok(AudioOut::Wav("a.wav".into())));
        assert!("wav:".parse::<AudioOut>().is_err());
        assert!("speaker".parse::<AudioOut>().is_err());
    }
}
