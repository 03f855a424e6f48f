//! Scales pictures down: each pixel is the mean of the area that it covers, as in OpenCV's
//! `INTER_AREA`.
//!
//! All sums are whole numbers below 2^24, so they are exact as `f32`, of which every processor can
//! add four at a time.

use vcs::television::WIDTH;

/// Rows and columns of the small picture.
pub const SMALL: usize = 84;

/// The values of a source row, with a margin.
pub type Row = [f32; WIDTH + 2];

/// For each target pixel along one side: the first source pixel that it covers, and the weights of
/// this source pixel and the next ones, `PARTS` in all. The weights of a target pixel add up to the
/// length of the source side.
#[derive(Debug, Clone)]
pub struct Side<const PARTS: usize>(Vec<(usize, [f32; PARTS])>);

impl<const PARTS: usize> Side<PARTS> {
    /// Computes the weights for a source side of `from` pixels, at most `SMALL * (PARTS - 1)`.
    pub fn new(from: usize) -> Side<PARTS> {
        // In units of 1/SMALL of a source pixel, a target pixel is `from` units long.
        let part = |target: usize| {
            let (start, end) = (target * from, (target + 1) * from);
            let first = start / SMALL;
            let weight = |part: usize| {
                let left = (first + part) * SMALL;
                end.min(left + SMALL).saturating_sub(start.max(left)) as f32
            };
            (first, std::array::from_fn(weight))
        };
        Side((0..SMALL).map(part).collect())
    }
}

/// Writes the smaller picture to `out`. `read` gets a line number and the row that holds the
/// previous line's values. It overwrites the row with the line's values, and returns false if the
/// two lines are equal.
pub fn shrink(
    (down, across): (&Side<6>, &Side<3>),
    lines: usize,
    mut read: impl FnMut(usize, &mut Row) -> bool,
    out: &mut [u8],
) {
    let whole = (lines * WIDTH) as f32;
    let (mut last, mut row, mut narrow) = (None, [0.0; WIDTH + 2], [0.0; SMALL]);
    let mut changes = [true; 2];
    for ((first, weights), out) in down.0.iter().zip(out.chunks_mut(SMALL)) {
        changes = [changes[1], false];
        let mut sums = [0.0; WIDTH + 2];
        for (line, weight) in (*first..)
            .zip(weights)
            .take_while(|(_, weight)| **weight != 0.0)
        {
            if last.replace(line) != Some(line) {
                changes[1] |= read(line, &mut row);
            }
            for (sum, value) in sums.iter_mut().zip(&row) {
                *sum += weight * value;
            }
        }
        // If no source row has changed, this target row is equal to the previous one.
        if changes != [false; 2] {
            for (sum, (left, weights)) in narrow.iter_mut().zip(&across.0) {
                let parts = sums[*left..].first_chunk::<3>().unwrap_or(&[0.0; 3]);
                *sum = (0..3).map(|part| weights[part] * parts[part]).sum();
            }
        }
        for (out, sum) in out.iter_mut().zip(narrow) {
            *out = rounded(sum / whole);
        }
    }
}

/// Rounds to the nearest integer, with halfway cases to the even one, as OpenCV does.
// A float of 2^23 or more has no bits left for a fraction, so the addition rounds. A mean that is
// not exactly halfway between two integers differs from halfway by at least 1/(2 * 400 * 160),
// which is more than the error of the division.
fn rounded(mean: f32) -> u8 {
    (mean + 8_388_608.0).to_bits() as u8
}
