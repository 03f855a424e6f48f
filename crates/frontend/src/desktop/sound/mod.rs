//! Sound: from the console's 31.4 kHz samples to a device, a WAV file, or nothing.
//!
//! [`play::sound`] mixes and resamples; a [`speaker::Speaker`] is an output. The clock, not the
//! sound, sets the program's speed; a small correction to the sample rate keeps the ring buffer
//! that feeds the device about half full.

mod audio;
mod device;
mod output;
mod speaker;
mod wav;

pub use audio::Audio;
pub use device::{DeviceChoice, device_names};
pub use output::AudioOut;
