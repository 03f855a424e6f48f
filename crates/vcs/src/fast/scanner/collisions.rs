//! Detects collisions in whole rows at once.
//!
//! Two objects that share a pixel set a latch, which then stays set. Therefore, the rows of two
//! objects have to be compared only if their latch is still clear, and if each of them is on at a
//! pixel at which some other object is on, too.

use super::{
    members,
    row::{Row, both},
    set,
};
use crate::tia::collision::{Collisions, PAIRS};

impl Collisions {
    /// Returns the latches that these objects could set and that are still clear.
    pub(crate) fn settable(&self, objects: u8) -> u16 {
        self.set_by(objects) & !self.latches
    }

    /// Sets the latch of every pair of these objects that are both on at some pixel in `range`.
    /// `rows` is in the order of the objects' output bits.
    pub(crate) fn latch_rows(&mut self, objects: u8, rows: &[Row; 6], range: &Row) {
        let (mut any, mut overlaps) = ([0; 3], [0; 3]);
        for object in members(objects) {
            for word in 0..3 {
                overlaps[word] |= any[word] & rows[object][word];
                any[word] |= rows[object][word];
            }
        }
        let shared = both(&overlaps, range);
        if shared == [0; 3] {
            return;
        }
        let overlaps_another = |object: &usize| both(&rows[*object], &shared) != [0; 3];
        let overlapping = members(objects).filter(overlaps_another);
        let mut settable = self.settable(set(overlapping));
        while settable != 0 {
            let bit = settable.trailing_zeros();
            let pair = PAIRS[bit as usize / 2][1 - bit as usize % 2];
            let [first, second] = [pair.trailing_zeros(), pair.ilog2()].map(|row| row as usize);
            let together = both(&both(&rows[first], &rows[second]), &shared);
            self.latches |= u16::from(together != [0; 3]) << bit;
            settable &= settable - 1;
        }
    }
}
