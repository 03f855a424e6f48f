//! Collisions of whole rows.
//!
//! A latch is set by two objects that share a pixel, and stays set. So only the pairs whose latch
//! is still clear need their rows compared, and only of objects that are on at a pixel that some
//! two share.

use super::{
    members,
    row::{self, Row},
};
use crate::tia::collision::{Collisions, PAIRS};

/// The numbers of the two objects that set a latch, by its bit.
static PAIR_OF_LATCH: [[u8; 2]; 16] = {
    let mut table = [[0; 2]; 16];
    let mut bit = 0;
    while bit < 16 {
        let pair = PAIRS[bit / 2][1 - bit % 2];
        if pair != 0 {
            table[bit] = [pair.trailing_zeros() as u8, pair.ilog2() as u8];
        }
        bit += 1;
    }
    table
};

/// The pixels of `range` at which more than one of these objects is on.
fn shared(objects: u8, rows: &[Row; 6], range: &Row) -> Row {
    let (mut one, mut more) = ([0; 3], [0; 3]);
    for object in members(objects) {
        for word in 0..3 {
            more[word] |= one[word] & rows[object][word];
            one[word] |= rows[object][word];
        }
    }
    both(&more, range)
}

/// The pixels that are on in both rows.
fn both(first: &Row, second: &Row) -> Row {
    [0, 1, 2].map(|word| first[word] & second[word])
}

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
        let shared = shared(objects, rows, range);
        if row::is_empty(&shared) {
            return;
        }
        let is_there = |object: &usize| !row::is_empty(&both(&rows[*object], &shared));
        let there = members(objects).filter(is_there);
        let mut missing = self.missing(there.fold(0, |set, object| set | 1 << object));
        while missing != 0 {
            let bit = missing.trailing_zeros();
            let [first, second] = PAIR_OF_LATCH[bit as usize % 16];
            let (first, second) = (&rows[usize::from(first)], &rows[usize::from(second)]);
            let together = both(&both(first, second), &shared);
            self.latches |= u16::from(!row::is_empty(&together)) << bit;
            missing &= missing - 1;
        }
    }

    /// True when CXCLR does not hold the latches clear.
    pub(crate) fn nothing_on_its_way(&self) -> bool {
        self.held == 0
    }
}
