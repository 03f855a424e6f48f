//! The ball. It is like a missile without copies, except that a reset starts to draw it
//! immediately.

use super::{
    missile::Draw,
    position::{MAIN, Position},
};
use serde::{Deserialize, Serialize};

/// The ball.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Ball {
    pub(crate) moving: Moving,
    pub(crate) ctrlpf: u8,
    /// ENABL as written, and the delayed copy of ENABL. A write to GRP1 makes the copy.
    pub(crate) enabled: [bool; 2],
    pub(crate) delayed: bool,
}

/// The moving parts of the ball.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Moving {
    pub(crate) position: Position,
    pub(crate) draw: Draw,
}

impl Moving {
    /// Runs the first half of a clock.
    pub(crate) fn sample(&mut self) {
        self.position.sample(|count| count == MAIN);
    }

    /// Runs the second half of a clock.
    pub(crate) fn tick(&mut self) {
        let reset = self.position.reset_pending();
        if let Some(start) = self.position.tick() {
            self.draw.end_count(start || reset);
        }
    }

    /// Returns the output of a ball that is `1 << width` clocks wide.
    pub(crate) fn output(&self, width: u8) -> bool {
        self.draw.output(width, self.position.phase())
    }
}

impl Ball {
    /// Returns false for values that only a damaged state can have.
    pub(crate) fn is_plausible(&self) -> bool {
        self.moving.position.is_plausible()
    }

    /// Runs the first half of a clock.
    pub(crate) fn sample(&mut self) {
        self.moving.sample();
    }

    /// Runs the second half of a clock. Must not be called while a reset strobe holds the ball.
    pub(crate) fn tick(&mut self) {
        self.moving.tick();
    }

    /// Stops drawing the ball. A reset does this if `Revision::ball_reset_stretches` is false.
    pub(crate) fn stop_drawing(&mut self) {
        self.moving.draw = Draw::default();
    }

    /// Strobes RESBL.
    pub(crate) fn resbl(&mut self) {
        self.moving.position.reset(|count| count == MAIN);
    }

    /// Returns the binary logarithm of the ball's width, 0..=3; `None` while the ball is off.
    pub(crate) fn shown_width(&self) -> Option<u8> {
        self.enabled[usize::from(self.delayed)].then_some(self.ctrlpf >> 4 & 3)
    }

    /// Returns the ball's output before priority.
    pub(crate) fn output(&self) -> bool {
        self.shown_width()
            .is_some_and(|width| self.moving.output(width))
    }

    /// Writes CTRLPF.
    pub(crate) fn ctrlpf(&mut self, data: u8) {
        self.ctrlpf = data;
    }

    /// Writes ENABL.
    pub(crate) fn enabl(&mut self, data: u8) {
        self.enabled[0] = data & 2 != 0;
    }

    /// Writes VDELBL.
    pub(crate) fn vdelbl(&mut self, data: u8) {
        self.delayed = data & 1 != 0;
    }

    /// Copies ENABL into the delayed register, as a write to GRP1 does.
    pub(crate) fn copy_delayed(&mut self) {
        self.enabled[1] = self.enabled[0];
    }
}
