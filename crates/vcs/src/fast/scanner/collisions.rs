//! Collisions of whole rows.
//!
//! A latch is set by two objects that share a pixel, and stays set. So only the pairs whose latch
//! is still clear need their rows compared.

use super::{members, row::Row};
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

    /// Latches the pairs of these objects that are on together at some pixel of `range`. The rows
    /// are in the order of the output bits.
    pub(crate) fn latch_rows(&mut self, objects: u8, rows: &[Row; 6], range: &Row) {
        let mut missing = self.missing(objects);
        while missing != 0 {
            let bit = missing.trailing_zeros();
            let pair = PAIRS[bit as usize / 2][1 - bit as usize % 2];
            let together = members(pair).fold(*range, |together, object| {
                std::array::from_fn(|word| together[word] & rows[object][word])
            });
            self.latches |= u16::from(together != [0; 3]) << bit;
            missing &= missing - 1;
        }
    }

    /// True when CXCLR does not hold the latches clear.
    pub(crate) fn nothing_on_its_way(&self) -> bool {
        self.held == 0
    }
}
