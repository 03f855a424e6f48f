//! Runs many HMOVE clocks in one step.
//!
//! An object receives a pulse every four clocks; its motion register and the counter determine how
//! many. If nothing is moving and the counter is stopped when HMOVE is strobed, the pulses start a
//! fixed number of clocks later. Otherwise, the circuit itself is clocked until the strobe has
//! passed through its latches.

use super::row::{POSITIONS, spread};
use crate::tia::hmove::{COMPARE_PHASE, Hmove};

/// Number of clocks from when a strobe is sampled to the first pulses.
const SAMPLED_TO_PULSES: u8 = 7;
/// Number of clocks from the start of the motion to the first pulses.
const START_TO_PULSES: u8 = 5;

/// The lowest bit of each byte of a word.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of each byte of a word.
const TOPS: u64 = 0x80 * ONES;

/// The number of pulses, below 128, for each movable object: one byte per object, in the order of
/// the output bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Pulses(u64);

impl Pulses {
    /// A number larger than any object's pulse count can be.
    const MAX: u8 = 127;

    /// Returns the pulses requested by the motion registers, one count per register.
    fn requested([p0, m0, p1, m1, ball]: [u8; 5]) -> Pulses {
        Pulses(u64::from_le_bytes([p0, m0, p1, m1, ball, 0, 0, 0]))
    }

    /// Returns one pulse for each object in a set.
    pub(crate) fn one_each(set: u8) -> Pulses {
        Pulses(spread(set) & ONES)
    }

    /// Returns the number of pulses for an object.
    pub(crate) fn of(self, object: usize) -> u8 {
        self.0.to_le_bytes()[object]
    }

    /// Returns a mask of the bytes, and thus of the objects, whose pulse count is above `number`.
    fn above(self, number: u8) -> u64 {
        let tops = (self.0 + ONES * u64::from(Pulses::MAX - number)) & TOPS;
        (tops >> 7) * 0xff
    }

    /// Returns the objects that have more than `number` pulses.
    pub(crate) fn more_than(self, number: u8) -> u8 {
        // The multiplication moves bit 0 of each byte to a bit of the last byte.
        ((self.above(number) & ONES).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
    }

    /// Limits each object's pulse count to `number`.
    pub(crate) fn at_most(self, number: u8) -> Pulses {
        let above = self.above(number);
        Pulses(self.0 & !above | (ONES * u64::from(number)) & above)
    }

    /// Subtracts `number` from each object's pulse count, saturating at 0.
    pub(crate) fn minus(self, number: u8) -> Pulses {
        let rest = (self.0 | TOPS) - ONES * u64::from(number);
        Pulses(rest & !TOPS & self.above(number))
    }

    /// Returns the positions of the objects after these pulses. Each object has at most 64 pulses.
    pub(crate) fn move_from(self, positions: [u8; 8]) -> [u8; 8] {
        let sums = u64::from_le_bytes(positions) + self.0;
        // A byte of 160 or more has its top bit set and holds 32 or more in the other bits.
        let wraps = sums & ((sums & !TOPS) + ONES * (128 - 32)) & TOPS;
        (sums - (wraps >> 7) * POSITIONS as u64).to_le_bytes()
    }
}

/// Returns the clock of the first pulses after a strobe at clock `from`.
fn first_pulses(from: u8) -> u8 {
    from + (COMPARE_PHASE.wrapping_sub(from) & 3) + SAMPLED_TO_PULSES
}

/// The pulses in a range of clocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Stretch {
    /// One past the last clock.
    pub end: u8,
    /// The first clock with pulses. From this clock on, an object's pulses come every four clocks.
    pub first: u8,
    /// The number of pulses for each object.
    pub pulses: Pulses,
    /// The clock in which HMOVE's motion starts, which lengthens the blank. (`Motion::start` is the
    /// clock in which the objects' clock begins.)
    pub start: Option<u8>,
}

impl Stretch {
    /// Returns the objects that receive a pulse at `clock`, which must be the first clock with
    /// pulses or a multiple of four clocks later.
    pub(crate) fn pulsed_at(&self, clock: u8) -> u8 {
        self.pulses.more_than(clock.wrapping_sub(self.first) / 4)
    }

    /// Returns whether there are any pulses.
    pub(crate) fn has_pulses(&self) -> bool {
        self.pulses != Pulses::default()
    }

    /// Returns the number of clocks with pulses before clock `to`.
    pub(crate) fn count_before(&self, to: u8) -> u8 {
        to.saturating_sub(self.first).div_ceil(4)
    }

    /// Returns the part of this stretch that begins at clock `from`.
    pub(crate) fn after(&self, from: u8) -> Stretch {
        let count = self.count_before(from);
        Stretch {
            first: self.first + 4 * count,
            pulses: self.pulses.minus(count),
            ..*self
        }
    }

    /// Returns the last clock with a pulse.
    pub(crate) fn last_pulse(&self) -> Option<u8> {
        let most = (0..5).map(|object| self.pulses.of(object)).max()?;
        self.has_pulses().then(|| self.first + 4 * (most - 1))
    }
}

impl Hmove {
    /// Returns whether nothing is moving and no strobe is on its way; the counter may still be
    /// running.
    pub(crate) fn is_idle(&self) -> bool {
        !(self.strobe || self.sampled || self.start) && self.moving == 0
    }

    /// Returns true if no strobe is on its way at clock `from`, or if it has not been sampled yet
    /// and its first pulses come before clock `to`.
    pub(crate) fn pulses_before(&self, from: u8, to: u8) -> bool {
        !(self.sampled || self.start) && (!self.strobe || first_pulses(from) < to)
    }

    /// Returns whether HMOVE is idle, its counter is not running, and there has been no pulse in
    /// this group of four clocks.
    pub(crate) fn is_at_rest(&self) -> bool {
        self.is_idle() && !self.counting && self.pulsed == 0
    }

    /// Skips the clocks `from..to` of a line, during which HMOVE must be idle.
    pub(crate) fn skip(&mut self, from: u8, to: u8) {
        if self.pulsed != 0 && (to + 2) / 4 > (from + 2) / 4 {
            self.pulsed = 0;
        }
        self.advance_counter(from, to);
    }

    /// Advances the counter, if it is running, by the groups of four clocks in `from..to`.
    fn advance_counter(&mut self, from: u8, to: u8) {
        if self.counting {
            let count = self.count + (to + 2) / 4 - (from + 2) / 4;
            self.counting = count < 16;
            self.count = if self.counting { count } else { 0 };
        }
    }

    /// Runs from clock `from` of a line to the later clock `to`, but may stop after the first
    /// pulses that follow a strobe. Has the same effect as calling [`Hmove::tick`] for each clock.
    pub(crate) fn run(&mut self, from: u8, to: u8) -> Stretch {
        let mut stretch = Stretch {
            end: to,
            ..Stretch::default()
        };
        let mut clock = from;
        let can_skip = !(self.counting || self.sampled || self.start) && self.moving == 0;
        if self.strobe && can_skip && first_pulses(from) <= to {
            // Skip everything before the first pulses.
            clock = first_pulses(from);
            stretch.start = Some(clock - START_TO_PULSES);
            (self.strobe, self.counting, self.pulsed) = (false, true, 0);
            self.count_pulses(clock, Pulses::requested(self.extra), &mut stretch);
            self.advance_counter(clock, to);
            return stretch;
        }
        while clock < to && (self.strobe || self.sampled || self.start) {
            let motion = self.tick(clock & 3);
            if motion.start {
                stretch.start = Some(clock);
            }
            if motion.pulses != 0 {
                stretch.pulses = Pulses::one_each(motion.pulses);
                (stretch.first, stretch.end) = (clock, clock + 1);
                return stretch;
            }
            clock += 1;
        }
        if clock < to {
            let due = self.all_pulses_due(clock & 3 == COMPARE_PHASE);
            self.count_pulses(clock, due, &mut stretch);
            self.advance_counter(clock, to);
        }
        stretch
    }

    /// Counts the pulses that each object receives from clock `from` on. An object receives at most
    /// the number of pulses in `due`. Objects that have received all their pulses stop moving.
    fn count_pulses(&mut self, from: u8, due: Pulses, stretch: &mut Stretch) {
        stretch.first = from + (1u8.wrapping_sub(from) & 3);
        // `given` is the number of clocks with pulses; `compared` is how many of them are followed
        // by a comparison.
        let given = (stretch.end + 2) / 4 - (from + 2) / 4;
        if given > 0 {
            self.pulsed = due.more_than(given - 1);
        }
        let compared = given - u8::from(stretch.end & 3 == COMPARE_PHASE);
        stretch.pulses = due.at_most(given);
        self.moving = due.more_than(compared);
    }

    /// Returns the number of pulses that each object receives until the counter equals its
    /// register. `compares` is true if the first comparison of the counter with the register comes
    /// before the first pulse, and false if it comes after. If the counter has already passed a
    /// register's value, it never reaches that value again, because it stops at 0.
    fn all_pulses_due(&self, compares: bool) -> Pulses {
        let next = self.count + u8::from(!compares);
        let to_zero = match self.counting {
            _ if next == 0 => 0,
            true => 16 - self.count,
            false => 1,
        };
        let passed = if self.counting { next.max(1) - 1 } else { 15 };
        let extra = Pulses::requested(self.extra);
        let (requested, to_come) = (extra.above(0), extra.above(passed));
        let due = extra.minus(self.count).0 & to_come | (u64::from(Pulses::MAX) * ONES) & !to_come;
        let due = due & requested | (u64::from(to_zero) * ONES) & !requested;
        Pulses(due & spread(self.moving))
    }

    /// Returns whether these objects may still be moved, by the motion in progress or by one that
    /// has been strobed but has not started.
    pub(crate) fn acts_on(&self, objects: u8) -> bool {
        self.strobe || self.sampled || self.start || self.moving & objects != 0
    }
}
