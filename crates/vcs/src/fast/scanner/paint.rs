//! From rows to colors. Each part of the line is painted with the colors and the priority that were
//! in the registers at its pixels, by the same rules as [`Priority::color`].

use super::{
    Scanner,
    row::{self, Row},
};
use crate::{
    television::{BLANK, Television, WIDTH},
    tia::{hsync::FIRST_PIXEL, priority::Priority},
};

/// Changes of color that are kept until the line is painted; with one more it is painted as far as
/// it goes.
const MOST_SEGMENTS: usize = 16;

/// Parts of the line, one after the other, each with colors and priority of its own.
#[derive(Debug, Clone, Default)]
pub(super) struct Segments {
    /// One past a part's last pixel, and how it is painted.
    parts: [(u8, Priority); MOST_SEGMENTS],
    count: u8,
}

impl Segments {
    /// Removes all parts.
    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    /// Adds a part that ends before pixel `to`. False if there is no room for it.
    fn push(&mut self, to: u8, priority: &Priority) -> bool {
        let part = self.parts.get_mut(usize::from(self.count));
        let fits = part.is_some();
        if let Some(part) = part {
            *part = (to, *priority);
            self.count += 1;
        }
        fits
    }
}

/// The pixels of a line, eight at a time.
type Pixels = [[u8; 8]; WIDTH / 8];

/// A color number eight times.
fn eight(color: u8) -> u64 {
    u64::from(color) * 0x0101_0101_0101_0101
}

impl Scanner {
    /// Ends a part of the line: colors or priority are about to change at `clock`.
    pub(super) fn divide_line(&mut self, clock: u8, television: &mut Television) {
        if clock <= FIRST_PIXEL || self.chip.vblank[0] || television.skips_pixels() {
            return;
        }
        if !self
            .line
            .segments
            .push(clock - FIRST_PIXEL, &self.chip.priority)
        {
            self.advance_motion(clock);
            self.draw_all(clock);
            self.paint(clock, television);
        }
    }

    /// Sends the pixels before clock `to` to the television. Rows are drawn that far.
    pub(super) fn paint(&mut self, to: u8, television: &mut Television) {
        let (from, to) = (self.line.painted, to.saturating_sub(FIRST_PIXEL));
        if to <= from {
            return;
        }
        self.line.painted = to;
        if self.chip.vblank[0] || television.skips_pixels() {
            // The line's end makes the rest blank.
            if usize::from(to) < WIDTH {
                television.pixels(BLANK, usize::from(to - from));
            }
            return;
        }
        let mut pixels = [[BLANK; 8]; WIDTH / 8];
        let first = (self.line.motion_start + 1).saturating_sub(FIRST_PIXEL);
        self.paint_parts(from.max(first), to, &mut pixels);
        television.line_part(&pixels.as_flattened()[from.into()..to.into()]);
    }

    fn paint_parts(&mut self, mut from: u8, to: u8, pixels: &mut Pixels) {
        let right = self.right_half();
        let segments = &self.line.segments;
        let mut ranks = &self.chip.priority;
        let mut classes = ranks.classes(&self.line.rows, &right);
        let parts = &segments.parts[..segments.count.into()];
        for (end, priority) in parts.iter().chain([&(to, self.chip.priority)]) {
            if *end <= from {
                continue;
            }
            if !priority.ranks_as(ranks) {
                classes = priority.classes(&self.line.rows, &right);
                ranks = priority;
            }
            paint_part(
                from.into(),
                (*end).into(),
                &classes,
                priority.colors,
                pixels,
            );
            from = *end;
        }
        self.line.segments.clear();
    }

    /// Pixels in which score mode takes player 1's color.
    fn right_half(&self) -> Row {
        let switch = self.chip.score_switch();
        match (self.line.from() > switch, self.chip.right) {
            (false, _) => row::pixels(switch - FIRST_PIXEL, WIDTH as u8),
            (true, true) => row::pixels(0, WIDTH as u8),
            (true, false) => [0; 3],
        }
    }
}

/// Paints the pixels `from..to` of three rows that have no pixel in common, and the background,
/// each in its color. Further pixels of the last eight are lost.
fn paint_part(from: usize, to: usize, rows: &[Row; 3], colors: [u8; 4], pixels: &mut Pixels) {
    let at = from / 8;
    let pixels = &mut pixels[at..to.div_ceil(8)];
    let first = u64::from_le_bytes(pixels[0]);
    let background = eight(colors[3]);
    let mut layers = [Layer::default(); 3];
    let mut count = 0;
    for (row, color) in rows.iter().zip(colors) {
        if !row::is_empty(row) {
            layers[count].bytes = row.map(u64::to_le_bytes);
            layers[count].difference = eight(color) ^ background;
            count += 1;
        }
    }
    match count {
        0 => pixels.fill(background.to_le_bytes()),
        1 => fill::<1>(pixels, background, at, &layers),
        2 => fill::<2>(pixels, background, at, &layers),
        _ => fill::<3>(pixels, background, at, &layers),
    }
    let painted = !0 << (8 * (from % 8));
    let colors = u64::from_le_bytes(pixels[0]) & painted | first & !painted;
    pixels[0] = colors.to_le_bytes();
}

/// A row of pixels in bytes, and what makes the background its color.
#[derive(Clone, Copy, Default)]
struct Layer {
    bytes: [[u8; 8]; 3],
    difference: u64,
}

/// Paints pixels from the eight numbered `at` on, with the first `N` layers.
#[inline(always)]
fn fill<const N: usize>(pixels: &mut [[u8; 8]], background: u64, at: usize, layers: &[Layer; 3]) {
    for (pixels, at) in pixels.iter_mut().zip(at..WIDTH / 8) {
        let mut colors = background;
        for layer in &layers[..N] {
            colors ^= row::spread(layer.bytes.as_flattened()[at]) & layer.difference;
        }
        *pixels = colors.to_le_bytes();
    }
}
