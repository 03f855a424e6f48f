//! Waits for the next frame by absolute deadlines, so that errors in individual waits do not add
//! up.

use std::time::{Duration, Instant};

/// Maximum delay that later frames make up for. After a longer delay (the computer was asleep or
/// too busy), the next frame is due one period from now.
const MAX_CATCH_UP: Duration = Duration::from_millis(100);

/// The clock of the loop.
#[derive(Debug)]
pub struct Pacing {
    /// The time at which the next frame is due.
    due: Instant,
    /// The time at which the current frame was due.
    current_due: Instant,
}

impl Pacing {
    /// Creates a clock whose first frame is due now.
    pub fn new() -> Pacing {
        let now = Instant::now();
        Pacing {
            due: now,
            current_due: now,
        }
    }

    /// Waits until the current frame is due, and sets the next one `period` later.
    pub fn wait(&mut self, period: Duration) {
        let now = Instant::now();
        if let Some(remaining) = self.due.checked_duration_since(now) {
            std::thread::sleep(remaining);
        }
        self.due = next_due(self.due, now, period);
        self.current_due = self.due - period;
    }

    /// Returns the time since the current frame was due.
    pub fn lateness(&self) -> Duration {
        self.current_due.elapsed()
    }
}

fn next_due(due: Instant, now: Instant, period: Duration) -> Instant {
    let base = if now.saturating_duration_since(due) > MAX_CATCH_UP {
        now
    } else {
        due
    };
    base + period
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_delay_is_made_up_for() {
        let start = Instant::now();
        let period = Duration::from_millis(16);
        let late = start + Duration::from_millis(50);
        assert_eq!(next_due(start, late, period), start + period);
    }

    #[test]
    fn a_long_delay_is_not_made_up_for() {
        let start = Instant::now();
        let period = Duration::from_millis(16);
        let late = start + Duration::from_secs(5);
        assert_eq!(next_due(start, late, period), late + period);
    }
}
