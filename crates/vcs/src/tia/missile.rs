//! A missile: one, two, four or eight clocks wide.

use super::position::{Position, starts_copy};
use serde::{Deserialize, Serialize};

/// One of the two missiles.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Missile {
    pub(crate) moving: Moving,
    pub(crate) nusiz: u8,
    pub(crate) enabled: bool,
    /// RESMPx; true if the missile is hidden and locked to its player.
    pub(crate) locked: bool,
}

/// The part of a missile's state that changes from clock to clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Moving {
    pub(crate) position: Position,
    pub(crate) draw: Draw,
}

impl Moving {
    /// Runs the first half of a clock.
    pub(crate) fn sample(&mut self, nusiz: u8) {
        self.position.sample(|count| starts_copy(count, nusiz));
    }

    /// Runs the second half of a clock.
    pub(crate) fn tick(&mut self) {
        if let Some(start) = self.position.tick() {
            self.draw.end_count(start);
        }
    }

    /// Returns the output for a width of `1 << width` clocks.
    pub(crate) fn output(&self, width: u8) -> bool {
        self.draw.output(width, self.position.phase())
    }
}

/// The start signal of a missile or the ball, which lasts four clocks, and the same signal four
/// clocks later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Draw {
    pub(crate) start: bool,
    pub(crate) delayed: bool,
}

impl Draw {
    /// Handles the end of a count of the position counter; `start` is true if that count starts the
    /// object.
    pub(crate) fn end_count(&mut self, start: bool) {
        self.delayed = self.start;
        self.start = start;
    }

    /// Returns the output for a width of `1 << width` clocks.
    // The circuit has no counter for the width. For one and two clocks, it ANDs the start signal
    // with phases of the divide-by-four clock; for eight clocks, it ORs the signal with the same
    // signal delayed by four clocks. Source: TIA schematics, missile graphics.
    pub(crate) fn output(&self, width: u8, phase: u8) -> bool {
        match width & 3 {
            0 => self.start && phase == 0,
            1 => self.start && phase < 2,
            2 => self.start,
            _ => self.start || self.delayed,
        }
    }
}

impl Missile {
    /// Returns false for values that only a damaged state can have.
    pub(crate) fn is_plausible(&self) -> bool {
        self.moving.position.is_plausible()
    }

    /// Runs the first half of a clock.
    pub(crate) fn sample(&mut self) {
        self.moving.sample(self.nusiz);
    }

    /// Runs the second half of a clock. Call this only while no reset strobe holds the missile.
    pub(crate) fn tick(&mut self) {
        self.moving.tick();
    }

    /// Handles RESMx, or a reset by the player that the missile is locked to.
    pub(crate) fn resm(&mut self) {
        let nusiz = self.nusiz;
        self.moving
            .position
            .reset(|count| starts_copy(count, nusiz));
    }

    /// Returns the binary logarithm of the visible width, 0..=3; `None` while the missile is off.
    pub(crate) fn shown_width(&self) -> Option<u8> {
        (self.enabled && !self.locked).then_some(self.nusiz >> 4 & 3)
    }

    /// Returns true while RESMPx locks the missile to its player.
    pub(crate) fn locked(&self) -> bool {
        self.locked
    }

    /// Returns the missile's output before priority.
    pub(crate) fn output(&self) -> bool {
        self.shown_width()
            .is_some_and(|width| self.moving.output(width))
    }

    /// Writes NUSIZx.
    pub(crate) fn nusiz(&mut self, data: u8) {
        self.nusiz = data;
    }

    /// Writes ENAMx.
    pub(crate) fn enam(&mut self, data: u8) {
        self.enabled = data & 2 != 0;
    }

    /// Writes RESMPx.
    pub(crate) fn resmp(&mut self, data: u8) {
        self.locked = data & 2 != 0;
    }
}
