//! Measures the session: how many pictures, how long each took.

use std::time::{Duration, Instant};

/// Counts pictures and the time that they take.
#[derive(Debug)]
pub struct Meter {
    started: Instant,
    first_frames: u64,
    busy: Duration,
    /// Longest time from looking at the hands to showing the picture.
    pub latency_max: Duration,
    latency_sum: Duration,
    /// Pictures shown.
    pub pictures: u32,
}

impl Meter {
    /// Nothing measured yet.
    pub fn new() -> Meter {
        Meter {
            started: Instant::now(),
            first_frames: 0,
            busy: Duration::ZERO,
            latency_max: Duration::ZERO,
            latency_sum: Duration::ZERO,
            pictures: 0,
        }
    }

    /// Counts a picture. Time is measured from the first one on, after everything has started.
    pub fn picture(&mut self, looked: Instant, frames: u64) {
        if self.pictures == 0 {
            self.started = Instant::now();
            self.first_frames = frames;
        }
        let took = looked.elapsed();
        self.busy += took;
        self.latency_sum += took;
        self.latency_max = self.latency_max.max(took);
        self.pictures += 1;
    }

    /// Frames a second since the first picture.
    pub fn rate(&self, frames: u64) -> f64 {
        let frames = frames.saturating_sub(self.first_frames);
        frames as f64 / self.seconds().max(1e-9)
    }

    /// Seconds since the first picture.
    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Part of the time in which the program computed.
    pub fn busy(&self) -> f64 {
        self.busy.as_secs_f64() / self.seconds().max(1e-9)
    }

    /// Mean time from looking at the hands to showing the picture, in milliseconds.
    pub fn latency_mean_ms(&self) -> f64 {
        self.latency_sum.as_secs_f64() * 1000.0 / f64::from(self.pictures.max(1))
    }
}
