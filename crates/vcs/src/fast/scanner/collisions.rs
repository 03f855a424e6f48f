//! Collisions of whole rows.
//!
//! A latch is set by two objects that share a pixel, and stays set. So only the pairs whose latch
//! is still clear need their rows compared.

use crate::tia::collision::{Collisions, PAIRS};

impl Collisions {
    /// True when these objects can set no more latches.
    pub(crate) fn has_all_of(&self, objects: u8) -> bool {
        self.missing(objects) == 0
    }

    /// The latches that these objects could set, and have not.
    fn missing(&self, objects: u8) -> u16 {
        self.set_by(objects) & !self.latches
    }

    /// Latches the pairs of these objects that collide; `collide` decides for the numbers of two
    /// output bits.
    pub(crate) fn latch_pairs(&mut self, objects: u8, collide: impl Fn(usize, usize) -> bool) {
        let mut missing = self.missing(objects);
        while missing != 0 {
            let bit = missing.trailing_zeros();
            let pair = PAIRS[bit as usize / 2][1 - bit as usize % 2];
            let (first, second) = (pair.trailing_zeros(), 7 - pair.leading_zeros());
            self.latches |= u16::from(collide(first as usize, second as usize)) << bit;
            missing &= missing - 1;
        }
    }

    /// True when CXCLR does not hold the latches clear.
    pub(crate) fn nothing_on_its_way(&self) -> bool {
        self.held == 0
    }
}
