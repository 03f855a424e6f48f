//! Scales the picture to any size without blur. An output pixel inside one pixel of the picture has
//! the color of that pixel; an output pixel that covers parts of two pixels mixes their colors by
//! area.
//!
//! At a whole multiple of the picture's size, pixels are merely repeated. At other sizes, all
//! pixels of the picture appear equally wide, so nothing shimmers when the picture moves.

use play::picture::mix;

/// The source of an output row: a row of the picture, possibly mixed with the next row. The same
/// type describes the source of an output column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tap {
    /// Index of the first source row or column in the picture.
    pub source: usize,
    /// Weight of the next row or column, in 256ths.
    pub next: u32,
}

/// Scales `sources` rows or columns to `length` output rows or columns. Returns the source of each
/// output row or column.
pub fn taps(sources: usize, length: usize) -> Vec<Tap> {
    (0..length).map(|at| tap(at, sources, length)).collect()
}

/// Returns the source of output row or column `at`. In the picture, this source begins at
/// `at * sources / length`.
fn tap(at: usize, sources: usize, length: usize) -> Tap {
    let (start, end) = (at * sources, (at + 1) * sources);
    let source = start / length;
    let edge = (source + 1) * length;
    let next = if end > edge && source + 1 < sources {
        ((end - edge) * 256 / sources).min(256)
    } else {
        0
    };
    Tap {
        source,
        next: next as u32,
    }
}

/// Computes rows of output pixels from rows of the picture.
#[derive(Debug, Clone, Default)]
pub struct Scaler {
    columns: Vec<Tap>,
    rows: Vec<Tap>,
    /// The sizes of the picture and of the output for which `columns` and `rows` were computed.
    shape: [usize; 4],
    /// Two rows of the picture, scaled to the output's width: one with an even number, and one with
    /// an odd number.
    wide: [Vec<u32>; 2],
    /// For each row in `wide`: its number in the picture; `None` if it is not from the current
    /// picture.
    held: [Option<usize>; 2],
    /// The output row that was mixed or darkened most recently.
    last: Vec<u32>,
    /// The source and brightness from which the row in `last` was computed.
    made: Option<(Tap, u32)>,
}

impl Scaler {
    /// Prepares for a new picture of the size `sources`, scaled to the size `output`. Each size is
    /// a width and a height.
    pub fn prepare(&mut self, sources: (usize, usize), output: (usize, usize)) {
        let shape = [sources.0, sources.1, output.0, output.1];
        if self.shape != shape {
            self.columns = taps(sources.0, output.0);
            self.rows = taps(sources.1, output.1);
            self.shape = shape;
        }
        self.held = [None; 2];
        self.made = None;
    }

    /// Returns true if output row `y` shows a row of the picture that `differs` marks as changed.
    pub fn shows(&self, y: usize, differs: &[bool]) -> bool {
        let tap = self.rows[y];
        differs[tap.source] || (tap.next > 0 && differs[tap.source + 1])
    }

    /// Writes output row `y` of a picture to `out`. `keep` is the brightness in 256ths. A row with
    /// the same source and brightness as the previous row is copied from it.
    pub fn row(&mut self, y: usize, picture: &[u32], keep: u32, out: &mut [u32]) {
        let tap = self.rows[y];
        if self.made == Some((tap, keep)) {
            return out.copy_from_slice(&self.last);
        }
        let first = self.widened(tap.source, picture);
        if tap.next == 0 && keep == 256 {
            return out.copy_from_slice(&self.wide[first]);
        }
        let second = match tap.next {
            0 => first,
            _ => self.widened(tap.source + 1, picture),
        };
        let pairs = self.wide[first].iter().zip(&self.wide[second]);
        self.last.clear();
        self.last.extend(pairs.map(|(above, below)| {
            let pixel = if above == below {
                *above
            } else {
                mix(*above, *below, tap.next)
            };
            mix(pixel, 0, 256 - keep)
        }));
        self.made = Some((tap, keep));
        out.copy_from_slice(&self.last);
    }

    /// Scales a row of the picture to the output's width. Returns its index in `wide`.
    fn widened(&mut self, row: usize, picture: &[u32]) -> usize {
        let place = row % 2;
        if self.held[place] != Some(row) {
            let width = self.shape[0];
            let line = &picture[row * width..][..width];
            let wide = &mut self.wide[place];
            wide.clear();
            if width == self.shape[2] {
                wide.extend_from_slice(line)
            } else {
                wide.extend(self.columns.iter().map(|tap| match tap.next {
                    0 => line[tap.source],
                    next => mix(line[tap.source], line[tap.source + 1], next),
                }))
            }
            self.held[place] = Some(row);
        }
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_multiples_repeat_and_mix_nothing() {
        for scale in 1..=5 {
            for (at, tap) in taps(160, 160 * scale).into_iter().enumerate() {
                let plain = Tap {
                    source: at / scale,
                    next: 0,
                };
                assert_eq!(tap, plain);
            }
        }
    }

    #[test]
    fn every_source_gets_the_same_share() {
        for length in [161, 200, 274, 399, 823] {
            let mut shares = vec![0; 160];
            for tap in taps(160, length) {
                shares[tap.source] += 256 - tap.next;
                if tap.next > 0 {
                    shares[tap.source + 1] += tap.next;
                }
            }
            let equal = 256 * length as u32 / 160;
            for share in shares {
                assert!(share.abs_diff(equal) <= 6, "{share} of {equal} at {length}");
            }
        }
    }

    #[test]
    fn a_row_across_an_edge_has_both_colors() {
        let mut scaler = Scaler::default();
        scaler.prepare((1, 2), (2, 3));
        let rows: Vec<u32> = (0..3)
            .map(|y| {
                let mut out = [0; 2];
                scaler.row(y, &[0, 0xfe], 256, &mut out);
                assert_eq!(out[0], out[1]);
                out[0]
            })
            .collect();
        assert_eq!(rows, [0, 0x7f, 0xfe]);
    }

    #[test]
    fn a_row_that_was_computed_is_copied_with_its_brightness() {
        let mut scaler = Scaler::default();
        scaler.prepare((1, 1), (1, 4));
        let mut row = |y: usize, keep| {
            let mut out = [0];
            scaler.row(y, &[0x80_8080], keep, &mut out);
            out[0]
        };
        let rows = [row(0, 256), row(1, 128), row(2, 128), row(3, 64)];
        assert_eq!(rows, [0x80_8080, 0x40_4040, 0x40_4040, 0x20_2020]);
    }
}
