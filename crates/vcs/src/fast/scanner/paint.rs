//! Converts rows to colors. Each part of the line is painted with the colors and the priority that
//! the registers held at its pixels, by the same rules as in [`Priority::color`].

use super::{
    Scanner,
    row::{self, Row},
};
use crate::{
    television::{BLANK, Television, WIDTH},
    tia::{hsync::FIRST_PIXEL, priority::Priority},
};

/// The pixels of a line, in groups of eight.
type Pixels = [[u8; 8]; WIDTH / 8];

/// Returns a word whose eight bytes all hold the color number `color`.
fn splat(color: u8) -> u64 {
    u64::from(color) * 0x0101_0101_0101_0101
}

impl Scanner {
    /// Ends a part of the line because the colors, the priority or the blank will change at
    /// `clock`.
    pub(super) fn divide_line(&mut self, clock: u8, television: &mut Television) {
        if clock > FIRST_PIXEL && !television.skips_pixels() {
            let part = (clock - FIRST_PIXEL, self.blanked_priority());
            self.line.parts.push(part);
        }
    }

    /// Returns the current priority, with its colors made blank during vertical blank.
    fn blanked_priority(&self) -> Priority {
        let mut priority = self.chip.priority;
        if self.chip.vblank[0] {
            priority.colors = [BLANK; 4];
        }
        priority
    }

    /// Sends the line's pixels before clock `to` (at least 68) to the television. The rows must
    /// already have been drawn up to that clock. A line is painted once: at its end, or when it is
    /// settled.
    pub(super) fn paint(&mut self, to: u8, television: &mut Television) {
        let to = to - FIRST_PIXEL;
        if self.chip.vblank[0] && self.line.parts.is_empty() || television.skips_pixels() {
            // Pixels that are missing at the end of the line become blank.
            if usize::from(to) < WIDTH {
                television.add_run(BLANK, to.into());
            }
            return;
        }
        let first = (self.line.motion.objects_start + 1).saturating_sub(FIRST_PIXEL);
        if usize::from(to) == WIDTH {
            return self.paint_parts(first, to, television.add_blank_line());
        }
        let mut pixels = [[BLANK; 8]; WIDTH / 8];
        self.paint_parts(first, to, &mut pixels);
        television.add_pixels(&pixels.as_flattened()[..to.into()]);
    }

    fn paint_parts(&mut self, mut from: u8, to: u8, pixels: &mut Pixels) {
        // In these pixels, score mode uses player 1's color.
        let right = row::pixels(self.chip.score_switch() - FIRST_PIXEL, self.line.right_end);
        let rows = &self.line.rows;
        let last = (to, self.blanked_priority());
        let mut ranks = &last.1;
        let mut layers = Layers::new(ranks.color_rows(rows, &right));
        for (end, priority) in self.line.parts.iter().chain([&last]) {
            if *end > from {
                if !priority.ranks_like(ranks) {
                    layers = Layers::new(priority.color_rows(rows, &right));
                    ranks = priority;
                }
                layers.paint(from.into(), (*end).into(), priority.colors, pixels);
                from = *end;
            }
        }
        self.line.parts.clear();
    }
}

/// Up to three nonempty rows that have no pixels in common, with the index of each row's color. A
/// row holds one byte per pixel.
struct Layers {
    rows: [[[u8; 8]; 3]; 3],
    colors: [u8; 3],
    count: usize,
}

impl Layers {
    /// Creates the layers from one row for each of the three colors.
    fn new(color_rows: [Row; 3]) -> Layers {
        let mut layers = Layers {
            rows: [[[0; 8]; 3]; 3],
            colors: [0; 3],
            count: 0,
        };
        for (color, row) in color_rows.iter().enumerate() {
            if *row != [0; 3] {
                layers.rows[layers.count] = row.map(u64::to_le_bytes);
                layers.colors[layers.count] = color as u8;
                layers.count += 1;
            }
        }
        layers
    }

    /// Paints the pixels `from..to`, including the background. Also overwrites the remaining pixels
    /// of the last group of eight.
    fn paint(&self, from: usize, to: usize, colors: [u8; 4], pixels: &mut Pixels) {
        let at = from / 8;
        let pixels = &mut pixels[at..to.div_ceil(8)];
        let first = u64::from_le_bytes(pixels[0]);
        match self.count {
            0 => pixels.fill([colors[3]; 8]),
            1 => self.fill::<1>(pixels, at, colors),
            2 => self.fill::<2>(pixels, at, colors),
            _ => self.fill::<3>(pixels, at, colors),
        }
        if !from.is_multiple_of(8) {
            let painted = !0 << (8 * (from % 8));
            let colors = u64::from_le_bytes(pixels[0]) & painted | first & !painted;
            pixels[0] = colors.to_le_bytes();
        }
    }

    /// Paints groups of eight pixels, beginning with group `at`. `N` is the number of layers.
    fn fill<const N: usize>(&self, pixels: &mut [[u8; 8]], at: usize, colors: [u8; 4]) {
        let background = splat(colors[3]);
        let mut differences = [0; N];
        for (difference, color) in differences.iter_mut().zip(self.colors) {
            *difference = splat(colors[usize::from(color & 3)]) ^ background;
        }
        for (pixels, at) in pixels.iter_mut().zip(at..WIDTH / 8) {
            let mut colors = background;
            for (row, difference) in self.rows.iter().zip(differences) {
                colors ^= row::spread(row.as_flattened()[at]) & difference;
            }
            *pixels = colors.to_le_bytes();
        }
    }
}
