//! How time passes: pauses, turbo, slow motion, and when the next picture is due.

use super::{meter::Meter, options::Sync, pacing::Pacing};
use play::{session::Session, standard::display_period};
use std::time::Duration;

/// Slow motion is slower by this factor.
const SLOW: f64 = 4.0;

/// The pace of a session.
pub struct Clock {
    /// Time is stopped.
    pub paused: bool,
    /// Time is stopped as long as another window has the keyboard.
    pub waits_for_focus: bool,
    /// Frames to run in spite of the pause.
    pub advance: u32,
    /// As fast as the computer can.
    pub turbo: bool,
    /// Four times slower.
    pub slow: bool,
    /// Pause while another window has the keyboard.
    pub pause_without_focus: bool,
    /// What was measured.
    pub meter: Meter,
    /// The factor of `--speed`.
    speed: f64,
    sync: Sync,
    pacing: Pacing,
}

impl Clock {
    /// A clock that starts now.
    pub fn new(speed: f64, sync: Sync, pause_without_focus: bool) -> Clock {
        Clock {
            paused: false,
            waits_for_focus: false,
            advance: 0,
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

    /// The duration of a frame at the console's own pace, or at the display's.
    fn period(&self, session: &Session) -> Duration {
        let own = session.period();
        match self.sync {
            Sync::Console => own,
            Sync::Display => display_period(own),
        }
    }

    /// How much faster than the console its sound is played. At a display's pace it is a little
    /// higher or lower.
    pub fn pace(&self, session: &Session) -> f64 {
        let drift = session.period().as_secs_f64() / self.period(session).as_secs_f64();
        drift * self.factor()
    }

    /// Takes another pace over, where it has changed in the settings.
    pub fn sync_to(&mut self, sync: Sync, changed: bool) {
        if changed {
            self.sync = sync;
        }
    }

    fn factor(&self) -> f64 {
        self.speed / if self.slow { SLOW } else { 1.0 }
    }

    /// True if no frame runs in this round.
    pub fn is_stopped(&self) -> bool {
        self.waits_for_focus || (self.paused && self.advance == 0)
    }
}
