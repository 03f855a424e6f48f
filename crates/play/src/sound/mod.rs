//! Sound without a device: one signal of the TIA's two channels, at any sample rate.

mod mixer;
mod resample;

pub use mixer::Mixer;
pub use resample::Resampler;
