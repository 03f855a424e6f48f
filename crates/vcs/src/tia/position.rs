//! The position counter. Each of the five movable objects has one.

use serde::{Deserialize, Serialize};

/// Number of counts of a position counter. A count lasts four clocks, so forty counts make the 160
/// visible pixels.
pub(super) const COUNTS: u8 = 40;

/// A divide-by-four clock generator, which drives a counter with forty counts.
///
/// The generator advances with the object's clock: the motion clock in the visible line, or an
/// extra pulse from HMOVE. When the counter leaves one of the counts that the object decodes, a
/// copy of the object starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Position {
    /// Clock within the count, 0..=3.
    pub(crate) phase: u8,
    /// The count, 0..=39.
    pub(crate) count: u8,
    /// True if the decoder has matched the current count, so that the end of this count starts the
    /// object.
    pub(crate) start: bool,
    /// True if the most recently completed count was [`MAIN`], whose end starts the main copy.
    pub(crate) main: bool,
    /// True if a reset strobe makes the counter restart at 0 when this count ends.
    pub(crate) reset: bool,
}

/// The clock within a count at which the decoder is sampled.
const SAMPLE_PHASE: u8 = 2;
/// The count whose end starts the main copy.
pub(crate) const MAIN: u8 = COUNTS - 1;
/// The count whose end starts the close copy, 16 pixels to the right.
pub(crate) const CLOSE: u8 = 3;
/// The count whose end starts the medium copy, 32 pixels to the right.
pub(crate) const MEDIUM: u8 = 7;
/// The count whose end starts the wide copy, 64 pixels to the right.
pub(crate) const WIDE: u8 = 15;

impl Position {
    /// Returns the number of clocks since the counter was 0, 0..=159.
    pub(crate) fn clocks(&self) -> u8 {
        4 * self.count + self.phase
    }

    /// Returns false for values that only a damaged state can have.
    pub(crate) fn is_plausible(&self) -> bool {
        self.phase < 4 && self.count < COUNTS
    }

    /// Runs the first half of a clock, which samples the decoder. `decode` is true for the counts
    /// that start the object.
    // The decoder is sampled in the middle of a count and acts at the end of the count.
    pub(crate) fn sample(&mut self, decode: impl Fn(u8) -> bool) {
        if self.phase == SAMPLE_PHASE {
            self.start = decode(self.count);
        }
    }

    /// Runs the second half of a clock. At the end of a count, returns `Some(true)` if an object
    /// starts and `Some(false)` if not. Within a count, returns `None`.
    pub(crate) fn tick(&mut self) -> Option<bool> {
        self.phase = (self.phase + 1) & 3;
        if self.phase != 0 {
            return None;
        }
        self.main = self.count == MAIN;
        self.count = if self.reset || self.main {
            0
        } else {
            self.count + 1
        };
        self.reset = false;
        Some(self.start)
    }

    /// Applies the reset strobe: sets the clock generator to clock 2 of the count immediately, and
    /// makes the counter restart at 0 when the count ends.
    pub(crate) fn reset(&mut self, decode: impl Fn(u8) -> bool) {
        self.phase = SAMPLE_PHASE;
        self.reset = true;
        self.sample(decode);
    }

    /// Returns true if a reset strobe makes the counter restart at 0 when this count ends.
    pub(crate) fn reset_pending(&self) -> bool {
        self.reset
    }

    /// Returns true if the most recently completed count was [`MAIN`], whose end starts the main
    /// copy.
    pub(crate) fn completed_main(&self) -> bool {
        self.main
    }

    /// Returns how many clocks of the current count have passed, 0..=3. A count lasts four clocks.
    pub(crate) fn phase(&self) -> u8 {
        self.phase
    }
}

/// Returns true if the end of count `ended` starts a copy of a player or missile with this NUSIZ
/// value.
// Data sheet, NUSIZx: bits 2-0 choose the number of copies and the distance between them.
pub(crate) fn starts_copy(ended: u8, nusiz: u8) -> bool {
    match ended {
        MAIN => true,
        CLOSE => matches!(nusiz & 7, 1 | 3),
        MEDIUM => matches!(nusiz & 7, 2 | 3 | 6),
        WIDE => matches!(nusiz & 7, 4 | 6),
        _ => false,
    }
}
