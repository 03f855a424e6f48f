//! Decides which object's color is shown, for a row of pixels at a time.
//!
//! The rules are those of [`Priority::color`], with AND and OR on rows in place of conditions.

use super::members;
use crate::tia::priority::Priority;

impl Priority {
    /// Returns whether `self` and `other` rank the objects the same way.
    pub(crate) fn ranks_like(&self, other: &Priority) -> bool {
        (self.score, self.playfield_first) == (other.score, other.playfield_first)
    }

    /// Does the work of [`Priority::color`] for a whole row of pixels. Returns the rows in which
    /// the colors of COLUP0, COLUP1 and COLUPF are shown. `rows` are in the order of the output
    /// bits, and `right` is the line's right half.
    pub(crate) fn color_rows(&self, rows: &[[u64; 3]; 6], right: &[u64; 3]) -> [[u64; 3]; 3] {
        let mut shown = *rows;
        members(self.hidden).for_each(|object| shown[object] = [0; 3]);
        let mut colors = [[0; 3]; 3];
        for word in 0..3 {
            let [p0, m0, p1, m1, ball, playfield] = shown.map(|row| row[word]);
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
            (colors[0][word], colors[1][word], colors[2][word]) = (first, second, third);
        }
        colors
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives each of the 64 possible sets of objects a pixel of its own.
    #[test]
    fn rows_and_single_pixels_have_the_same_colors_with_objects_hidden() {
        let rows = [0, 1, 2, 3, 4, 5].map(|object| {
            let on = |set: &u64| set >> object & 1 != 0;
            [(0..64).filter(on).map(|set| 1 << set).sum(), 0, 0]
        });
        for options in 0..64 * 8_u16 {
            let mut priority = Priority {
                colors: [2, 4, 6, 8],
                hidden: (options / 8) as u8,
                ..Priority::default()
            };
            priority.ctrlpf((options as u8 & 3) << 1);
            let right = options & 4 != 0;
            let color_rows = priority.color_rows(&rows, &[if right { !0 } else { 0 }; 3]);
            for set in 0..64 {
                let index = color_rows.iter().position(|row| row[0] >> set & 1 != 0);
                let color = priority.colors[index.unwrap_or(3)];
                assert_eq!(color, priority.color(set, right), "{set:06b} {priority:?}");
            }
        }
    }
}
