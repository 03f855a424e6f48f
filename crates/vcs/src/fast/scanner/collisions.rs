//! Collisions of whole rows.
//!
//! A latch is set by two objects that share a pixel, and stays set. So only the pairs whose latch
//! is still clear need their rows compared, and only of objects that are on at a pixel that some
//! two share.

use super::{
    members,
    row::{Row, both},
    set,
};
use crate::tia::collision::{Collisions, PAIRS};

impl Collisions {
    /// The latches that these objects could set, and have not.
    pub(crate) fn missing(&self, objects: u8) -> u16 {
        self.set_by(objects) & !self.latches
    }

    /// Latches the pairs of these objects that are on together at some pixel of `range`. The rows
    /// are in the order of the output bits.
    pub(crate) fn latch_rows(&mut self, objects: u8, rows: &[Row; 6], range: &Row) {
        let (mut one, mut more) = ([0; 3], [0; 3]);
        for object in members(objects) {
            for word in 0..3 {
                more[word] |= one[word] & rows[object][word];
                one[word] |= rows[object][word];
            }
        }
        let shared = both(&more, range);
        if shared == [0; 3] {
            return;
        }
        let is_there = |object: &usize| both(&rows[*object], &shared) != [0; 3];
        let there = members(objects).filter(is_there);
        let mut missing = self.missing(set(there));
        while missing != 0 {
            let bit = missing.trailing_zeros();
            let pair = PAIRS[bit as usize / 2][1 - bit as usize % 2];
            let [first, second] = [pair.trailing_zeros(), pair.ilog2()].map(|row| row as usize);
            let together = both(&both(&rows[first], &rows[second]), &shared);
            self.latches |= u16::from(together != [0; 3]) << bit;
            missing &= missing - 1;
        }
    }

    /// True when CXCLR does not hold the latches clear. `Scanner` has a wider function of that
    /// name.
    pub(crate) fn nothing_on_its_way(&self) -> bool {
        self.held == 0
    }
}
