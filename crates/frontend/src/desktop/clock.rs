//! The speed of the console: pause, turbo, slow motion, and when the next picture is due.

use super::{meter::Meter, options::Sync, pacing::Pacing};
use play::{session::Session, standard::display_period};
use std::time::Duration;

/// The factor by which slow motion is slower than normal speed.
const SLOW_MOTION_FACTOR: f64 = 4.0;

/// The delay at which a round of the main loop starts to count as late. A late round skips its
/// picture.
const LATE_ROUND: Duration = Duration::from_millis(4);
/// Maximum time without a picture. After this time, even a late round shows one, so that a computer
/// that is slower than the console still shows pictures.
const MAX_PICTURE_GAP: Duration = Duration::from_millis(66);

/// The pace of a session.
pub struct Clock {
    /// True if time is stopped.
    pub paused: bool,
    /// True if time is stopped because another window has the keyboard focus.
    pub waiting_for_focus: bool,
    /// Number of frames still to run despite the pause.
    pub frames_to_advance: u32,
    /// True to run as fast as the computer can.
    pub turbo: bool,
    /// True for slow motion.
    pub slow: bool,
    /// Whether to pause while another window has the keyboard focus.
    pub pause_without_focus: bool,
    /// The measured speed.
    pub meter: Meter,
    /// The factor of `--speed`.
    speed: f64,
    sync: Sync,
    pacing: Pacing,
}

impl Clock {
    /// Creates a clock that starts now.
    pub fn new(speed: f64, sync: Sync, pause_without_focus: bool) -> Clock {
        Clock {
            paused: false,
            waiting_for_focus: false,
            frames_to_advance: 0,
            turbo: false,
            slow: false,
            pause_without_focus,
            meter: Meter::new(),
            speed,
            sync,
            pacing: Pacing::new(),
        }
    }

    /// Waits until the next picture is due.
    pub fn wait(&mut self, session: &Session) {
        let period = self.period(session);
        self.pacing.wait(period.div_f64(self.factor()));
    }

    /// Returns the time from one frame to the next. Depending on the setting `sync`, this is the
    /// console's own frame period or one that suits the display's refresh rate.
    fn period(&self, session: &Session) -> Duration {
        let console_period = session.period();
        match self.sync {
            Sync::Console => console_period,
            Sync::Display => display_period(console_period),
        }
    }

    /// Returns the factor by which the sound is faster than on a real console. At normal speed it
    /// is 1, or slightly more or less if the display's refresh rate determines the speed.
    pub fn pace(&self, session: &Session) -> f64 {
        let drift = session.period().as_secs_f64() / self.period(session).as_secs_f64();
        drift * self.factor()
    }

    /// If `changed` is true, applies the setting `sync`. Otherwise keeps the value given on the
    /// command line.
    pub fn apply_sync_setting(&mut self, sync: Sync, changed: bool) {
        if changed {
            self.sync = sync;
        }
    }

    /// Returns whether this round may show a picture. It may if it is not late, or if the last
    /// picture was shown long ago.
    pub fn has_time_for_picture(&self) -> bool {
        let gap = self.meter.last_shown.map(|shown| shown.elapsed());
        is_time_for_picture(self.pacing.lateness(), gap, self.meter.last_picture_time)
    }

    /// Records how long it took to draw and send a picture.
    pub fn record_picture_time(&mut self, duration: Duration) {
        self.meter.count_picture(duration);
    }

    fn factor(&self) -> f64 {
        self.speed / if self.slow { SLOW_MOTION_FACTOR } else { 1.0 }
    }

    /// Returns true if this round does not run a frame.
    pub fn is_stopped(&self) -> bool {
        self.waiting_for_focus || (self.paused && self.frames_to_advance == 0)
    }
}

/// Returns whether a round may show a picture. `lateness` is the delay of the round, `gap` the time
/// since the last picture, and `picture_time` the time that it took to show that picture. Late
/// rounds show pictures so rarely that at least half of the time remains for the game.
fn is_time_for_picture(lateness: Duration, gap: Option<Duration>, picture_time: Duration) -> bool {
    lateness < LATE_ROUND || gap.is_none_or(|gap| gap >= MAX_PICTURE_GAP.max(2 * picture_time))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::iter::successors;

    /// Simulates ten seconds, and returns the number of frames run and of pictures shown. `frame`
    /// and `picture` are the numbers of microseconds that a frame and a picture take.
    fn simulate_ten_seconds(frame: u64, picture: u64) -> (u64, u64) {
        let [frame, picture] = [frame, picture].map(Duration::from_micros);
        let period = Duration::from_micros(16_688);
        let (mut now, mut frames, mut pictures, mut shown) = (Duration::ZERO, 0, 0, None);
        for due in successors(Some(Duration::ZERO), |due| Some(*due + period)) {
            now = now.max(due) + frame;
            if now > Duration::from_secs(10) {
                break;
            }
            frames += 1;
            let gap = shown.map(|shown| now - shown);
            if is_time_for_picture(now - due, gap, picture) {
                now += picture;
                shown = Some(now);
                pictures += 1;
            }
        }
        (frames, pictures)
    }

    #[test]
    fn a_slow_screen_gets_fewer_pictures_and_the_game_keeps_its_speed() {
        assert_eq!(
            simulate_ten_seconds(1000, 8000),
            (600, 600),
            "a fast screen"
        );
        for (picture, max, min) in [(16_000, 600, 300), (29_000, 301, 290), (90_000, 101, 85)] {
            let (frames, pictures) = simulate_ten_seconds(1000, picture);
            assert!(frames >= 594, "{frames} frames, pictures of {picture} us");
            assert!((min..=max).contains(&pictures), "{pictures} of {picture}");
        }
    }

    #[test]
    fn a_computer_that_is_slower_than_the_console_still_shows_pictures() {
        let (frames, pictures) = simulate_ten_seconds(20_000, 5_000);
        assert!(frames >= 460 && pictures >= 100, "{frames}, {pictures}");
    }
}
