//! HMOVE, many clocks in one step.
//!
//! How many pulses an object gets, one every four clocks, follows from its motion register and the
//! counter. Until a strobe has passed its latches the circuit itself is clocked.

use crate::tia::{
    hmove::{COMPARED, Hmove},
    revision::MOVABLE,
};

/// Clocks from the one that samples a strobe to the one in which motion starts, and to the first
/// pulses.
const SAMPLED_TO_START: u8 = 2;
const SAMPLED_TO_PULSES: u8 = 7;

/// The pulses of some clocks in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Stretch {
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
    /// The objects with a pulse at `clock`, the first with pulses or one of those four, eight ..
    /// clocks later.
    pub(crate) fn at(&self, clock: u8) -> u8 {
        let number = clock.wrapping_sub(self.first) / 4;
        (0..5).fold(0, |set, object| {
            set | u8::from(self.pulses[object] > number) << object
        })
    }

    /// The last clock with a pulse.
    pub(crate) fn last_pulse(&self) -> Option<u8> {
        (self.most > 0).then(|| self.first + 4 * (self.most - 1))
    }
}

impl Hmove {
    /// True when nothing moves and no strobe is on its way. The counter may still run.
    pub(crate) fn is_idle(&self) -> bool {
        !(self.strobe || self.sampled || self.start) && self.moving == 0
    }

    /// True when the counter does not run either.
    pub(crate) fn is_at_rest(&self) -> bool {
        self.is_idle() && !self.counting
    }

    /// Skips the clocks `from..to` of a line, when idle.
    pub(crate) fn skip(&mut self, from: u8, to: u8) {
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

    /// Runs from clock `from` of a line to clock `to`, which is later, or at most to the first
    /// pulses after a strobe. The same as as many calls of [`Hmove::tick`].
    pub(crate) fn run(&mut self, from: u8, to: u8) -> Stretch {
        let mut stretch = Stretch {
            end: to,
            ..Stretch::default()
        };
        let mut clock = self.start_at_once(from, &mut stretch);
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

    /// Runs a strobe that finds everything at rest up to its first pulses, if they come before the
    /// stretch's end. The clock that is to be run next.
    fn start_at_once(&mut self, from: u8, stretch: &mut Stretch) -> u8 {
        let sampled = from + (COMPARED.wrapping_sub(from) & 3);
        let first = sampled + SAMPLED_TO_PULSES;
        let is_alone = self.strobe && !(self.sampled || self.start || self.counting);
        if !is_alone || self.moving != 0 || first > stretch.end {
            return from;
        }
        stretch.start = Some(sampled + SAMPLED_TO_START);
        self.strobe = false;
        self.counting = true;
        self.moving = MOVABLE;
        self.compare();
        first
    }

    /// The pulses of each object from clock `from` on; those that come to their end stop moving.
    fn count_pulses(&mut self, from: u8, stretch: &mut Stretch) {
        if from & 3 == COMPARED {
            self.compare();
        }
        stretch.first = from + (1u8.wrapping_sub(from) & 3);
        // The clocks with pulses, and those of them that a comparison follows.
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

    /// Pulses that an object gets until the counter equals its register. A count that it has passed
    /// does not come again, for the counter rests at 0.
    fn pulses_due(&self, object: usize) -> u8 {
        let extra = self.extra[object];
        match self.counting {
            true if extra > self.count => extra - self.count,
            true if extra == 0 => 16 - self.count,
            false if extra == 0 => 1,
            _ => u8::MAX,
        }
    }

    /// True if the registers of these objects affect the motion in progress, or the next one that
    /// has been strobed.
    pub(crate) fn compares(&self, objects: u8) -> bool {
        self.strobe || self.sampled || self.start || self.moving & objects != 0
    }
}
