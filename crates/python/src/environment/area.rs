//! Scales pictures down. Each pixel is the mean of the area that it covers in the large picture, as
//! in OpenCV's `INTER_AREA`.
//!
//! All sums are integers below 2^24, so `f32` holds them exactly. The sums are `f32` because
//! processors can add four of these with one instruction.

use vcs::television::WIDTH;

/// Number of rows, and of columns, in the small picture.
pub const SMALL_SIDE: usize = 84;

/// The values of a source row, with a margin.
pub type Row = [f32; WIDTH + 2];

/// The weights for scaling a picture along one axis. For each target pixel, contains the index of
/// the first source pixel that it covers, and the weights of `PARTS` source pixels from there on.
/// These weights add up to the length of the source along this axis.
#[derive(Debug, Clone)]
pub struct AxisWeights<const PARTS: usize>(Vec<(usize, [f32; PARTS])>);

impl<const PARTS: usize> AxisWeights<PARTS> {
    /// Computes the weights for a source length of `from` pixels. A target pixel can cover no more
    /// than `PARTS` source pixels, so `from` must be at most `SMALL_SIDE * (PARTS - 1)`.
    pub fn new(from: usize) -> AxisWeights<PARTS> {
        // The unit of length here is 1/SMALL_SIDE of a source pixel, so a target pixel is `from`
        // units long.
        let target_weights = |target: usize| {
            let (start, end) = (target * from, (target + 1) * from);
            let first = start / SMALL_SIDE;
            let weight = |part: usize| {
                let left = (first + part) * SMALL_SIDE;
                end.min(left + SMALL_SIDE).saturating_sub(start.max(left)) as f32
            };
            (first, std::array::from_fn(weight))
        };
        AxisWeights((0..SMALL_SIDE).map(target_weights).collect())
    }
}

/// Writes the smaller picture to `out`. For each source line, calls `read` with the line number and
/// a row that still contains the previous line. `read` must replace the row's values with those of
/// the line. If the two lines are equal, it may leave the row as it is and return false.
pub fn shrink(
    (vertical, horizontal): (&AxisWeights<6>, &AxisWeights<3>),
    lines: usize,
    mut read: impl FnMut(usize, &mut Row) -> bool,
    out: &mut [u8],
) {
    let area = (lines * WIDTH) as f32;
    let (mut last, mut row, mut narrow_row) = (None, [0.0; WIDTH + 2], [0.0; SMALL_SIDE]);
    let mut changes = [true; 2];
    for ((first, weights), out) in vertical.0.iter().zip(out.chunks_mut(SMALL_SIDE)) {
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
        // If each source line in this row and in the previous one is equal to the line above it,
        // both rows are equal, so the sums do not change.
        if changes != [false; 2] {
            for (sum, (left, weights)) in narrow_row.iter_mut().zip(&horizontal.0) {
                let parts = sums[*left..].first_chunk::<3>().unwrap_or(&[0.0; 3]);
                *sum = (0..3).map(|part| weights[part] * parts[part]).sum();
            }
        }
        for (out, sum) in out.iter_mut().zip(narrow_row) {
            *out = rounded(sum / area);
        }
    }
}

/// Rounds to the nearest integer, and halfway cases to the nearest even integer, as OpenCV does.
// An `f32` of 2^23 or more has no bits left for a fraction, so the addition rounds. The division
// that computes the mean is not exact. But unless a mean is exactly halfway between two integers,
// it is at least 1/(2 * 400 * 160) away from halfway, which is more than the error of the division.
fn rounded(mean: f32) -> u8 {
    (mean + 8_388_608.0).to_bits() as u8
}
