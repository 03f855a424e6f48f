//! Whose color wins, for a row of pixels at a time.
//!
//! The classes are [`Priority::color`] with AND and OR of rows in place of conditions.

use crate::tia::priority::Priority;

impl Priority {
    /// True if the same object wins everywhere.
    pub(crate) fn ranks_as(&self, other: &Priority) -> bool {
        (self.score, self.playfield_first) == (other.score, other.playfield_first)
    }

    /// [`Priority::color`] for a row of pixels at a time: where the colors of COLUP0, COLUP1 and
    /// COLUPF are shown. `rows` are in the order of the output bits, and `right` is the line's
    /// right half.
    pub(crate) fn classes(&self, rows: &[[u64; 3]; 6], right: &[u64; 3]) -> [[u64; 3]; 3] {
        let mut classes = [[0; 3]; 3];
        for word in 0..3 {
            let [p0, m0, p1, m1, ball, playfield] = rows.map(|row| row[word]);
            let (player0, player1, other) = (p0 | m0, p1 | m1, playfield | ball);
            let score = if self.score { playfield } else { 0 };
            let [first, second, third] = match self.playfield_first {
                true => [player0 & !other, player1 & !other & !player0, other],
                false => {
                    let first = player0 | score & !right[word];
                    let second = (player1 | score & right[word]) & !first;
                    [first, second, other & !first & !second]
                }
            };
            (classes[0][word], classes[1][word], classes[2][word]) = (first, second, third);
        }
        classes
    }
}
