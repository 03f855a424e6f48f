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
    /// Motion has started; its pulses begin with the next group.
    starting: bool,
    /// Counts the pulses of one motion, 0..=15.
    count: u8,
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

const ALL: u8 = 0x1f;

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
            0 if std::mem::take(&mut self.sampled) => {
                self.starting = true;
                motion.start = true;
            }
            1 => {
                self.sampled = std::mem::take(&mut self.strobe);
                motion.pulses = self.pulses();
                if std::mem::take(&mut self.starting) {
                    self.count = 0;
                    self.moving = ALL;
                }
            }
            _ => {}
        }
        motion
    }

    fn pulses(&mut self) -> u8 {
        if self.moving == 0 {
            return 0;
        }
        for (object, extra) in self.extra.iter().enumerate() {
            if *extra == self.count {
                self.moving &= !(1 << object);
            }
        }
        self.count = (self.count + 1).min(15);
        self.moving
    }
}
