//! Measures the session: how many rounds and pictures, how long each took.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

/// The current rate is the mean over this time.
const LATELY: Duration = Duration::from_secs(1);

/// Counts rounds and pictures, and the time that they take.
#[derive(Debug)]
pub struct Meter {
    started: Instant,
    first_frames: u64,
    busy: Duration,
    /// Longest time from reading the keys to the end of the round.
    pub latency_max: Duration,
    latency_sum: Duration,
    /// When the rounds of the last second ended, and with which frames.
    lately: VecDeque<(Instant, u64)>,
    /// Rounds of the loop.
    pub rounds: u32,
    /// Pictures shown: not every round has one.
    pub pictures: u32,
    /// When the last one was shown.
    pub shown: Option<Instant>,
    /// The time that it took.
    pub last_picture: Duration,
    picture_sum: Duration,
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
            lately: VecDeque::new(),
            rounds: 0,
            pictures: 0,
            shown: None,
            last_picture: Duration::ZERO,
            picture_sum: Duration::ZERO,
        }
    }

    /// Counts a picture that was drawn and sent in that time.
    pub fn picture(&mut self, took: Duration) {
        self.pictures += 1;
        self.shown = Some(Instant::now());
        self.last_picture = took;
        self.picture_sum += took;
    }

    /// Counts a round. Time is measured from the first one on, after everything has started.
    pub fn round(&mut self, looked: Instant, frames: u64) {
        if self.rounds == 0 {
            self.started = Instant::now();
            self.first_frames = frames;
        }
        let took = looked.elapsed();
        self.busy += took;
        self.latency_sum += took;
        self.latency_max = self.latency_max.max(took);
        self.rounds += 1;
        self.note(Instant::now(), frames);
    }

    /// Remembers a round for a second. Starts again when the frame number goes back.
    fn note(&mut self, now: Instant, frames: u64) {
        if self.lately.back().is_some_and(|(_, last)| *last > frames) {
            self.lately.clear();
        }
        self.lately.push_back((now, frames));
        self.lately.retain(|(shown, _)| now - *shown <= LATELY);
    }

    /// Frames a second in the last second.
    pub fn present_rate(&self) -> f64 {
        let (Some(first), Some(last)) = (self.lately.front(), self.lately.back()) else {
            return 0.0;
        };
        (last.1 - first.1) as f64 / (last.0 - first.0).as_secs_f64().max(1e-9)
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

    /// Mean time from reading the keys to showing the picture, in milliseconds.
    pub fn latency_mean_ms(&self) -> f64 {
        self.latency_sum.as_secs_f64() * 1000.0 / f64::from(self.rounds.max(1))
    }

    /// Mean time for drawing and sending a picture, in milliseconds.
    pub fn picture_mean_ms(&self) -> f64 {
        self.picture_sum.as_secs_f64() * 1000.0 / f64::from(self.pictures.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_present_rate_is_of_the_last_second() {
        let mut meter = Meter::new();
        let start = Instant::now();
        let rate = |meter: &mut Meter, milliseconds: u64, frames: u64| {
            meter.note(start + Duration::from_millis(milliseconds), frames);
            meter.present_rate().round()
        };
        assert_eq!(rate(&mut meter, 0, 1000), 0.0);
        for step in 1..=100 {
            assert_eq!(rate(&mut meter, step * 20, 1000 + step), 50.0);
        }
        // A pause, another cartridge.
        assert_eq!(rate(&mut meter, 9000, 1100), 0.0);
        assert_eq!(rate(&mut meter, 9020, 1101), 50.0);
        assert_eq!(rate(&mut meter, 9040, 1), 0.0);
        assert_eq!(rate(&mut meter, 9060, 2), 50.0);
    }
}
