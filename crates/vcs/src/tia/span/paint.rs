//! From rows to colors.

use super::{
    super::{Tia, priority::Classes},
    FIRST_PIXEL, row,
};
use crate::television::{BLANK, Television, WIDTH};

/// A color number eight times.
fn eight(color: u8) -> u64 {
    u64::from(color) * 0x0101_0101_0101_0101
}

impl Tia {
    /// Gives the television the pixels before the clock `to`. Rows are drawn that far.
    pub(super) fn paint(&mut self, to: u8, television: &mut Television) {
        let (from, to) = (self.line.painted, to.saturating_sub(FIRST_PIXEL));
        if to <= from {
            return;
        }
        self.line.painted = to;
        let blank = match self.vblank[0] || television.unseen() {
            true => to,
            false => (self.line.motion_start + 1)
                .saturating_sub(FIRST_PIXEL)
                .clamp(from, to),
        };
        television.pixels(BLANK, usize::from(blank - from));
        if blank < to {
            self.paint_colors(blank, to, television);
        }
    }

    fn paint_colors(&self, from: u8, to: u8, television: &mut Television) {
        let switch = self.score_switch();
        let right = match (self.line.from > switch, self.right) {
            (false, _) => row::pixels(switch - FIRST_PIXEL, WIDTH as u8),
            (true, true) => row::pixels(0, WIDTH as u8),
            (true, false) => [0; 3],
        };
        let Classes { rows, colors } = self.priority.classes(&self.line.rows, &right);
        let background = eight(colors[3]);
        if rows.iter().flatten().all(|word| *word == 0) {
            return television.pixels(colors[3], usize::from(to - from));
        }
        let differences = [0, 1, 2].map(|class| eight(colors[class]) ^ background);
        let mut pixels = [0; WIDTH];
        for (word, pixels) in pixels.chunks_mut(64).enumerate() {
            let [mut first, mut second, mut third] = rows.map(|row| row[word]);
            let players = first | second != 0;
            for pixels in pixels.as_chunks_mut::<8>().0 {
                let mut colors = background ^ row::spread(third) & differences[2];
                if players {
                    colors ^= row::spread(first) & differences[0];
                    colors ^= row::spread(second) & differences[1];
                }
                *pixels = colors.to_le_bytes();
                (first, second, third) = (first >> 8, second >> 8, third >> 8);
            }
        }
        television.line_part(&pixels[usize::from(from)..usize::from(to)]);
    }
}
