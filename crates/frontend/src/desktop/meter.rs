//! Counts and times the iterations of the main loop (*rounds*) and the pictures shown in a session.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

/// The length of time over which [`Meter::recent_rate`] counts frames.
const RATE_WINDOW: Duration = Duration::from_secs(1);

/// Counts rounds and pictures, and measures their time.
#[derive(Debug)]
pub struct Meter {
    started: Instant,
    first_frame: u64,
    busy_time: Duration,
    /// The longest time from reading the keys to the end of the round.
    pub latency_max: Duration,
    latency_sum: Duration,
    /// The rounds of the last second: for each, the time when it ended, and its frame number.
    recent_rounds: VecDeque<(Instant, u64)>,
    /// Number of rounds.
    pub rounds: u32,
    /// Number of pictures shown; some rounds skip theirs.
    pub pictures: u32,
    /// The time when the last picture was shown.
    pub last_shown: Option<Instant>,
    /// The time that it took to draw and send the last picture.
    pub last_picture_time: Duration,
    picture_sum: Duration,
}

impl Meter {
    /// Creates a meter without measurements.
    pub fn new() -> Meter {
        Meter {
            started: Instant::now(),
            first_frame: 0,
            busy_time: Duration::ZERO,
            latency_max: Duration::ZERO,
            latency_sum: Duration::ZERO,
            recent_rounds: VecDeque::new(),
            rounds: 0,
            pictures: 0,
            last_shown: None,
            last_picture_time: Duration::ZERO,
            picture_sum: Duration::ZERO,
        }
    }

    /// Counts a picture that took this time to draw and send.
    pub fn count_picture(&mut self, elapsed: Duration) {
        self.pictures += 1;
        self.last_shown = Some(Instant::now());
        self.last_picture_time = elapsed;
        self.picture_sum += elapsed;
    }

    /// Counts a round that read the keys at `polled_at`. The measurements start at the end of the
    /// first round, so they do not include the program's start-up.
    pub fn count_round(&mut self, polled_at: Instant, frames: u64) {
        if self.rounds == 0 {
            self.started = Instant::now();
            self.first_frame = frames;
        }
        let latency = polled_at.elapsed();
        self.busy_time += latency;
        self.latency_sum += latency;
        self.latency_max = self.latency_max.max(latency);
        self.rounds += 1;
        self.remember(Instant::now(), frames);
    }

    /// Remembers a round for one second. If the frame number has decreased, forgets all earlier
    /// rounds.
    fn remember(&mut self, now: Instant, frames: u64) {
        if self
            .recent_rounds
            .back()
            .is_some_and(|(_, last)| *last > frames)
        {
            self.recent_rounds.clear();
        }
        self.recent_rounds.push_back((now, frames));
        self.recent_rounds
            .retain(|(shown, _)| now - *shown <= RATE_WINDOW);
    }

    /// Returns the number of frames per second, measured over the last second.
    pub fn recent_rate(&self) -> f64 {
        let (Some(first), Some(last)) = (self.recent_rounds.front(), self.recent_rounds.back())
        else {
            return 0.0;
        };
        (last.1 - first.1) as f64 / (last.0 - first.0).as_secs_f64().max(1e-9)
    }

    /// Returns the number of frames per second, averaged since the first round.
    pub fn rate(&self, frames: u64) -> f64 {
        let frames = frames.saturating_sub(self.first_frame);
        frames as f64 / self.seconds().max(1e-9)
    }

    /// Returns the seconds since the first round.
    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Returns the fraction of the time that the program spent computing instead of waiting.
    pub fn busy_fraction(&self) -> f64 {
        self.busy_time.as_secs_f64() / self.seconds().max(1e-9)
    }

    /// Returns the mean time from reading the keys to showing the picture, in milliseconds.
    pub fn latency_mean_ms(&self) -> f64 {
        self.latency_sum.as_secs_f64() * 1000.0 / f64::from(self.rounds.max(1))
    }

    /// Returns the mean time for drawing and sending a picture, in milliseconds.
    pub fn picture_mean_ms(&self) -> f64 {
        self.picture_sum.as_secs_f64() * 1000.0 / f64::from(self.pictures.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_recent_rate_covers_the_last_second() {
        let mut meter = Meter::new();
        let start = Instant::now();
        let rate = |meter: &mut Meter, milliseconds: u64, frames: u64| {
            meter.remember(start + Duration::from_millis(milliseconds), frames);
            meter.recent_rate().round()
        };
        assert_eq!(rate(&mut meter, 0, 1000), 0.0);
        for step in 1..=100 {
            assert_eq!(rate(&mut meter, step * 20, 1000 + step), 50.0);
        }
        // Frames before a long pause do not count, nor do frames before the frame number decreased.
        assert_eq!(rate(&mut meter, 9000, 1100), 0.0);
        assert_eq!(rate(&mut meter, 9020, 1101), 50.0);
        assert_eq!(rate(&mut meter, 9040, 1), 0.0);
        assert_eq!(rate(&mut meter, 9060, 2), 50.0);
    }
}
