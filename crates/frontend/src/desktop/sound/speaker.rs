//! An output for sound.

use headless::error::Error;

/// Where sound goes.
pub trait Speaker {
    /// Takes the samples of one frame, -1..=1, at `rate` samples a second.
    ///
    /// # Errors
    /// [`Error::Write`] if a file cannot be written.
    fn push(&mut self, samples: &[f32], rate: f64) -> Result<(), Error>;
    /// No samples will come for a while: fall silent without a click, and count no under-run.
    fn pause(&mut self) {}
    /// A message for the player, once: a device was lost, or found again.
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
    /// [`Error::Write`] if a file cannot be written.
    fn finish(&mut self) -> Result<(), Error> {
        Ok(())
    }
}

/// What the statistics show about sound.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Statistics {
    /// True if a device plays.
    pub playing: bool,
    /// Times the device wanted a sample that was not there.
    pub under_runs: u64,
    /// Samples thrown away because the device was slower than its rate.
    pub dropped: u64,
    /// From a sample's making to its sounding, in milliseconds, as far as we can know.
    pub latency_ms: f64,
}
