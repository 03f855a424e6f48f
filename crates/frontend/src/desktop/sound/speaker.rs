//! An output for sound.

use headless::error::Error;

/// An output for sound.
pub trait Speaker {
    /// Plays the samples of one frame, -1..=1, at `rate` samples per second.
    ///
    /// # Errors
    /// [`Error::Write`] if a file cannot be written.
    fn push(&mut self, samples: &[f32], rate: f64) -> Result<(), Error>;
    /// Fades to silence without a click, until the next samples arrive. The silence does not count
    /// as an under-run.
    fn pause(&mut self) {}
    /// Returns a message for the player, for example that the device was lost. Each message is
    /// returned only once.
    fn message(&mut self) -> Option<String> {
        None
    }
    /// Returns the values for the statistics.
    fn statistics(&self) -> Statistics {
        Statistics::default()
    }
    /// Writes the buffered samples.
    ///
    /// # Errors
    /// [`Error::Write`] if a file cannot be written.
    fn finish(&mut self) -> Result<(), Error> {
        Ok(())
    }
}

/// The statistics about sound.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Statistics {
    /// Whether a device is playing.
    pub playing: bool,
    /// Number of times that the samples ran out while the device was playing.
    pub under_runs: u64,
    /// Number of samples discarded because the device ran slower than its nominal rate.
    pub dropped: u64,
    /// Time in milliseconds from the creation of a sample until it is heard, as far as is known.
    pub latency_ms: f64,
}
