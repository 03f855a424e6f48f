//! The position counter that all five movable objects share.

use serde::{Deserialize, Serialize};

/// Counts of a position counter: forty times four clocks are the 160 visible pixels.
const COUNTS: u8 = 40;

/// A divide-by-four clock generator and a counter of forty counts behind it.
///
/// It advances with the object's own clock: the motion clock of the visible line, or an extra
/// pulse of HMOVE. An object starts to draw when the counter leaves a decoded count.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Position {
    /// Clock within the count, 0..=3.
    phase: u8,
    /// 0..=39.
    count: u8,
    /// A reset strobe waits for the end of the count.
    reset: bool,
    /// The reset strobe holds the clock generator during this color clock.
    held: bool,
}

/// What happened at a clock edge that ended a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Boundary {
    /// The count that ended: `MAIN` or one of the copies' counts start the object.
    pub ended: u8,
    /// The count ended because of a reset strobe.
    pub reset: bool,
}

/// The count whose end starts the main copy.
pub const MAIN: u8 = COUNTS - 1;
/// The count whose end starts the close copy, 16 pixels on.
pub const CLOSE: u8 = 3;
/// The count whose end starts the medium copy, 32 pixels on.
pub const MEDIUM: u8 = 7;
/// The count whose end starts the wide copy, 64 pixels on.
pub const WIDE: u8 = 15;

impl Position {
    /// One clock edge. Some(boundary) when it ended a count.
    pub fn tick(&mut self) -> Option<Boundary> {
        if self.held {
            return None;
        }
        self.phase = (self.phase + 1) & 3;
        if self.phase != 0 {
            return None;
        }
        let boundary = Boundary {
            ended: self.count,
            reset: self.reset,
        };
        self.count = if self.reset || self.count == MAIN {
            0
        } else {
            self.count + 1
        };
        self.reset = false;
        Some(boundary)
    }

    /// The reset strobe: restarts the four-clock group at once, the count at the group's end.
    // The third clock edge from here ends the group. In the visible line the first of them
    // follows in the same color clock. Shown by the vectors `res_*`.
    pub fn reset(&mut self) {
        self.phase = 1;
        self.held = true;
        self.reset = true;
    }

    /// The end of a color clock: the strobe is over.
    pub fn release(&mut self) {
        self.held = false;
    }

    /// Clock within the four-clock group, 0..=3; none while a reset strobe holds the clock
    /// generator.
    pub fn phase(&self) -> Option<u8> {
        (!self.held).then_some(self.phase)
    }
}

/// True when a count's end starts a copy of a player or missile with this NUSIZ value.
// Data sheet, NUSIZx: bits 2-0 choose number and distance of the copies.
pub fn starts_copy(ended: u8, nusiz: u8) -> bool {
    match ended {
        MAIN => true,
        CLOSE => matches!(nusiz & 7, 1 | 3),
        MEDIUM => matches!(nusiz & 7, 2 | 3 | 6),
        WIDE => matches!(nusiz & 7, 4 | 6),
        _ => false,
    }
}
