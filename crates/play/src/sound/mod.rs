//! Sound without a device: mixes the TIA's two channels into one signal, at any sample rate.

mod mixer;
mod resample;

pub use mixer::Mixer;
pub use resample::Resampler;
