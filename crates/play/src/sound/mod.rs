//! Mixes the TIA's two channels into one signal and resamples it to any rate. Does not access a
//! sound device.

mod mixer;
mod resample;

pub use mixer::Mixer;
pub use resample::Resampler;
