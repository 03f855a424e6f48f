//! HMOVE: the strobe's way through the divide-by-four clock, the motion counter and its five
//! comparators.

use super::revision::MOVABLE;
use serde::{Deserialize, Serialize};

/// The clock of each group of four in which the counter is compared: the one after the pulses.
const COMPARED: u8 = 2;

/// Motion of the five movable objects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hmove {
    /// HMxx D7-D4 with D7 inverted: the number of extra clocks, 0..=15; in the order of the
    /// output bits.
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
    /// "More motion required": a set of objects.
    moving: u8,
}

impl Default for Hmove {
    fn default() -> Self {
        Hmove {
            extra: [8; 5],
            strobe: false,
            sampled: false,
            start: false,
            count: 0,
            counting: false,
            moving: 0,
        }
    }
}

/// What a color clock brings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Motion {
    /// The objects that get an extra clock.
    pub pulses: u8,
    /// Motion starts: lengthen the blank.
    pub start: bool,
}

/// What some clocks at once bring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stretch {
    /// One past the last clock.
    pub end: u8,
    /// The first clock with pulses; those of an object come every four clocks from there on.
    pub first: u8,
    /// Extra clocks of the objects, in the order of the output bits; and the most that one gets.
    pub pulses: [u8; 5],
    pub most: u8,
    /// The clock in which motion starts: lengthen the blank.
    pub start: Option<u8>,
}

impl Stretch {
    /// The objects with a pulse at `clock`, the first with pulses or one of those four, eight .. clocks later.
    pub fn at(&self, clock: u8) -> u8 {
        let number = clock.wrapping_sub(self.first) / 4;
        (0..5).fold(0, |set, object| {
            set | u8::from(self.pulses[object] > number) << object
        })
    }

    /// The last clock with a pulse.
    pub fn last_pulse(&self) -> Option<u8> {
        (self.most > 0).then(|| self.first + 4 * (self.most - 1))
    }
}

impl Hmove {
    /// False for values that only a damaged state can have.
    pub fn is_plausible(&self) -> bool {
        self.count < 16 && self.moving & !MOVABLE == 0
    }

    /// True when nothing moves and no strobe is on its way. The counter may still run.
    pub fn is_idle(&self) -> bool {
        !(self.strobe || self.sampled || self.start) && self.moving == 0
    }

    /// The clocks `from..to` of a line at once, when idle.
    pub fn skip(&mut self, from: u8, to: u8) {
        if self.counting {
            let groups = (to + 2) / 4 - (from + 2) / 4;
            self.counting = self.count + groups < 16;
            self.count = if self.counting {
                self.count + groups
            } else {
                0
            };
        }
    }

    /// Runs from clock `from` of a line to clock `to`, which is later, or only as far as can be told at
    /// once: as many calls of [`Hmove::tick`].
    pub fn run(&mut self, from: u8, to: u8) -> Stretch {
        let mut stretch = Stretch {
            end: to,
            ..Stretch::default()
        };
        let mut clock = from;
        while clock < to && (self.strobe || self.sampled || self.start) {
            let motion = self.tick(clock);
            if motion.start {
                stretch.start = Some(clock);
            }
            if motion.pulses != 0 {
                stretch.pulses = [0, 1, 2, 3, 4].map(|object| motion.pulses >> object & 1);
                (stretch.first, stretch.most, stretch.end) = (clock, 1, clock + 1);
                return stretch;
            }
            clock += 1;
        }
        if clock < to && self.moving != 0 {
            self.count_pulses(clock, &mut stretch);
        }
        self.skip(clock, to);
        stretch
    }

    /// The pulses of each object from clock `from` on; those that come to their end stop moving.
    fn count_pulses(&mut self, from: u8, stretch: &mut Stretch) {
        if from & 3 == COMPARED {
            self.compare();
        }
        stretch.first = from + (1u8.wrapping_sub(from) & 3);
        // The clocks with pulses, and those of them that are followed by a comparison.
        let given = (stretch.end + 2) / 4 - (from + 2) / 4;
        let compared = given - u8::from(stretch.end & 3 == COMPARED);
        for object in 0..5 {
            if self.moving >> object & 1 != 0 {
                let due = self.pulses_due(object);
                let pulses = given.min(due);
                stretch.pulses[object] = pulses;
                stretch.most = stretch.most.max(pulses);
                if due <= compared {
                    self.moving &= !(1 << object);
                }
            }
        }
    }

    /// Pulses that an object gets until the counter meets its register; one that it has missed is
    /// never met again, for the counter rests at 0.
    fn pulses_due(&self, object: usize) -> u8 {
        let extra = self.extra[object];
        match self.counting {
            true if extra > self.count => extra - self.count,
            true if extra == 0 => 16 - self.count,
            false if extra == 0 => 1,
            _ => u8::MAX,
        }
    }

    /// True if the registers of these objects decide on what goes on. They will when the next motion starts.
    pub fn compares(&self, objects: u8) -> bool {
        self.strobe || self.sampled || self.start || self.moving & objects != 0
    }

    /// HMP0, HMP1, HMM0, HMM1, HMBL (`object` is its output bit).
    pub fn hm(&mut self, object: u8, data: u8) {
        self.extra[object.trailing_zeros() as usize] = (data >> 4) ^ 8;
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
    #[inline]
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
                    self.moving = MOVABLE;
                }
            }
            COMPARED => {
                self.sampled = self.strobe;
                if self.moving != 0 {
                    self.compare();
                }
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
