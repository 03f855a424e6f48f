//! The part of an object's picture that its registers determine. Register values that give the same
//! picture give the same [`Shown`], so a write changes the object's row only if it changes this
//! value.

use super::{
    members,
    period::{PERIODS, copies},
    row::Mask,
};
use crate::tia::objects::Objects;

/// The picture of an object, at any position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Shown {
    /// NUSIZx D2-D0: copies, and a player's size.
    copies: u8,
    /// A player's graphics in the order in which they are shown; for missiles and the ball, the
    /// width as encoded in the register, plus one. 0 shows nothing.
    pattern: u8,
}

impl Shown {
    /// Creates a value, making all values that show nothing equal to each other.
    pub(super) fn new(nusiz: u8, pattern: u8) -> Shown {
        match pattern {
            0 => Shown::default(),
            _ => Shown {
                copies: copies(nusiz) as u8,
                pattern,
            },
        }
    }

    /// Returns whether the object is on at any position.
    pub(crate) fn is_visible(self) -> bool {
        self.pattern != 0
    }

    /// Returns the part of `on` that `object`, which must be visible, shows. `on` has an entry for
    /// each bit of a player's graphics, or for each width of a missile.
    pub(crate) fn select(self, object: usize, on: &[u64; 8]) -> u64 {
        match object & 1 {
            0 => members(self.pattern).fold(0, |all, bit| all | on[bit]),
            _ => on[usize::from(self.pattern.saturating_sub(1).min(3))],
        }
    }

    /// Returns the positions at which `object` is on, if it shows something. The ball's `copies` is
    /// 0, and its period is that of a missile without copies.
    pub(crate) fn mask(self, object: usize) -> Mask {
        let copies = copies(self.copies);
        let width = usize::from(self.pattern.saturating_sub(1).min(3));
        match object {
            0 | 2 => PERIODS.players[copies].mask(self.pattern),
            _ => PERIODS.missiles[copies].widths[width],
        }
    }
}

/// Objects are numbered by their output bit: players are 0 and 2, missiles 1 and 3, the ball 4.
impl Objects {
    /// Returns the picture of an object.
    pub(crate) fn shown(&self, object: usize) -> Shown {
        let index = object / 2 % 2;
        let (nusiz, missile) = (self.players[index].nusiz, &self.missiles[index]);
        match object {
            0 | 2 => Shown::new(nusiz, self.players[index].shown_graphics()),
            1 | 3 => Shown::new(nusiz, missile.shown_width().map_or(0, |width| width + 1)),
            _ => Shown::new(0, self.ball.shown_width().map_or(0, |width| width + 1)),
        }
    }
}
