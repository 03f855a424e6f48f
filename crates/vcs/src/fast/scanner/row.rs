//! Rows of bits, one for each pixel of a scanline. An operation on rows does for all pixels at once
//! what the chip does for one pixel at a time.

use super::playfield::widened;
use crate::television::WIDTH;

/// Bit x of word x / 64 is pixel x.
pub(super) type Row = [u64; 3];

/// Number of positions of a position counter, one for each visible pixel.
pub(super) const POSITIONS: usize = 160;

/// One bit for each of the 160 positions, repeated to fill all 384 bits.
pub(super) type Mask = [u64; 6];

/// For each pixel, a row with all pixels before it.
static BEFORE: [Row; WIDTH + 1] = {
    let mut table = [[0; 3]; WIDTH + 1];
    let mut x = 0;
    while x < WIDTH {
        table[x + 1] = table[x];
        table[x + 1][x / 64] |= 1 << (x % 64);
        x += 1;
    }
    table
};

/// For each byte, its eight bits, each widened to a byte.
static SPREAD: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = widened(byte as u8, 8);
        byte += 1;
    }
    table
};

/// Returns the pixels `from..to`, both 0..=160.
pub(super) fn pixels(from: u8, to: u8) -> Row {
    let (from, to) = (&BEFORE[usize::from(from)], &BEFORE[usize::from(to)]);
    [to[0] & !from[0], to[1] & !from[1], to[2] & !from[2]]
}

/// Returns the pixels that are on in both rows.
pub(super) fn both(first: &Row, second: &Row) -> Row {
    std::array::from_fn(|word| first[word] & second[word])
}

/// Returns whether pixel `x` of a row, or position `x` of a mask, is on (0..=159).
pub(super) fn is_on(row: &[u64], x: u8) -> bool {
    row[usize::from(x / 64)] >> (x % 64) & 1 != 0
}

/// Returns the position that is `clocks` (0..=160) after `position`.
pub(super) fn later(position: u8, clocks: u8) -> u8 {
    let left = POSITIONS as u8 - position;
    match clocks < left {
        true => position + clocks,
        false => clocks - left,
    }
}

/// Returns the position that is `clocks` (0..=160) before `position`.
pub(super) fn earlier(position: u8, clocks: u8) -> u8 {
    match position >= clocks {
        true => position - clocks,
        false => POSITIONS as u8 - (clocks - position),
    }
}

/// Returns an object's pixels for a whole line. `mask` holds the positions at which the object is
/// on; `position` is where it is at the line's first pixel.
// Bits 160 and above repeat bits 0 and above.
pub(super) fn rotated(mask: &Mask, position: u8) -> Row {
    let words = &mask[usize::from(position / 64)..][..4];
    std::array::from_fn(|at| {
        let pair = u128::from(words[at + 1]) << 64 | u128::from(words[at]);
        (pair >> (position % 64)) as u64
    })
}

/// Returns the row moved right by eight pixels. The eight new pixels on the left are on if `on` is
/// true.
pub(super) fn moved_by_8(row: &Row, on: bool) -> Row {
    let fill = if on { 0xff } else { 0 };
    [
        row[0] << 8 | fill,
        row[1] << 8 | row[0] >> 56,
        row[2] << 8 | row[1] >> 56,
    ]
}

/// Returns the row with each pixel replaced by its right neighbor.
pub(super) fn neighbors(row: &Row) -> Row {
    [
        row[0] >> 1 | row[1] << 63,
        row[1] >> 1 | row[2] << 63,
        row[2] >> 1,
    ]
}

/// Returns eight pixels, each as a byte that is 0 or FF.
pub(super) fn spread(pixels: u8) -> u64 {
    SPREAD[usize::from(pixels)]
}
