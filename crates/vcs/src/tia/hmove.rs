//! HMOVE: the strobe's way through the divide-by-four clock, the motion counter and its five
//! comparators.

use serde::{Deserialize, Serialize};

/// Motion of the five movable objects, in the order P0, P1, M0, M1, BL.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Hmove {
    /// HMxx D7-D4 with D7 inverted: the number of extra clocks, 0..=15.
    extra: [u8; 5],
    /// The strobe waits to be sampled.
    strobe: bool,
    /// The strobe has been sampled and starts motion at the next group.
    sampled: bool,
    /// The four clocks that start motion; they hold the strobe's latch clear.
    start: bool,
    /// Counts the pulses of one motion, 0..=15, and rests at 0.
    count: u8,
    counting: bool,
    /// "More motion required": bit n for object n.
    moving: u8,
}

/// What a color clock brings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Motion {
    /// The objects that get an extra clock, bit n for object n.
    pub pulses: u8,
    /// Motion starts: lengthen the blank.
    pub start: bool,
}

pub const ALL: u8 = 0x1f;

impl Hmove {
    /// HMP0, HMP1, HMM0, HMM1, HMBL (`object` 0..=4).
    pub fn hm(&mut self, object: usize, data: u8) {
        self.extra[object] = (data >> 4) ^ 8;
    }

    /// HMCLR: all motion registers zero, that is eight extra clocks.
    pub fn hmclr(&mut self) {
        self.extra = [8; 5];
    }

    /// HMOVE.
    pub fn hmove(&mut self) {
        self.strobe = true;
    }

    /// Color clock `clock` of the line.
    // The strobe is latched, sampled on one phase of the horizontal divide-by-four and turned
    // into a four-clock pulse on the other; extra clocks follow every four clocks. Shown by the
    // vectors `hmove_*`.
    pub fn tick(&mut self, clock: u8) -> Motion {
        let mut motion = Motion::default();
        match clock & 3 {
            0 => {
                self.start = self.sampled;
                motion.start = self.start;
            }
            1 => {
                motion.pulses = self.moving;
                if self.counting {
                    self.count = (self.count + 1) & 15;
                    self.counting = self.count != 0;
                }
                if self.start {
                    self.counting = true;
                    self.moving = ALL;
                }
            }
            2 => {
                self.sampled = self.strobe;
                self.compare();
            }
            _ => {}
        }
        self.strobe &= !self.start;
        motion
    }

    /// An object whose number of pulses is reached stops.
    fn compare(&mut self) {
        for (object, extra) in self.extra.iter().enumerate() {
            if *extra == self.count {
                self.moving &= !(1 << object);
            }
        }
    }
}
