//! Scales the picture to any size without blur: an output pixel that lies within one pixel of the
//! picture has its color, one that lies across an edge has both, each by its part.
//!
//! At whole multiples this is plain repetition. In between, every pixel of the picture is as wide
//! as every other, to a fraction of an output pixel, so nothing shimmers when the picture moves.

use play::picture::mix;

/// What an output row or column shows: a source, and the share of the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tap {
    /// Index of the source pixel.
    pub source: usize,
    /// Part of the pixel after it, of 256.
    pub next: u32,
}

/// The taps for `sources` pixels on `length` output pixels.
pub fn taps(sources: usize, length: usize) -> Vec<Tap> {
    (0..length).map(|at| tap(at, sources, length)).collect()
}

/// Output pixel `at` covers the sources from `at * sources / length` on.
fn tap(at: usize, sources: usize, length: usize) -> Tap {
    let (start, end) = (at * sources, (at + 1) * sources);
    let source = start / length;
    let edge = (source + 1) * length;
    let next = match end > edge && source + 1 < sources {
        true => ((end - edge) * 256 / sources).min(256),
        false => 0,
    };
    Tap {
        source,
        next: next as u32,
    }
}

/// Rows of output pixels, made from rows of the picture.
#[derive(Debug, Clone, Default)]
pub struct Scaler {
    columns: Vec<Tap>,
    rows: Vec<Tap>,
    /// Size of the picture and of the output that the taps are for.
    shape: [usize; 4],
    /// The two rows of the picture in use, at the output's width, and which they are.
    wide: [Vec<u32>; 2],
    held: [Option<usize>; 2],
}

impl Scaler {
    /// Prepares for a picture of `sources` (width, height) on `output` pixels.
    pub fn prepare(&mut self, sources: (usize, usize), output: (usize, usize)) {
        let shape = [sources.0, sources.1, output.0, output.1];
        if self.shape != shape {
            self.columns = taps(sources.0, output.0);
            self.rows = taps(sources.1, output.1);
            self.shape = shape;
        }
        self.held = [None; 2];
    }

    /// Writes output row `y` of a picture whose rows are `width` pixels.
    pub fn row(&mut self, y: usize, picture: &[u32], out: &mut [u32]) {
        let tap = self.rows[y];
        let first = self.widened(tap.source, picture);
        if tap.next == 0 {
            out.copy_from_slice(&self.wide[first]);
            return;
        }
        let second = self.widened(tap.source + 1, picture);
        let (above, below) = (&self.wide[first], &self.wide[second]);
        for ((out, above), below) in out.iter_mut().zip(above).zip(below) {
            *out = match above == below {
                true => *above,
                false => mix(*above, *below, tap.next),
            };
        }
    }

    /// The place of a row of the picture at the output's width.
    fn widened(&mut self, row: usize, picture: &[u32]) -> usize {
        let place = row % 2;
        if self.held[place] != Some(row) {
            let width = self.shape[0];
            let line = &picture[row * width..][..width];
            let wide = &mut self.wide[place];
            wide.clear();
            wide.extend(self.columns.iter().map(|tap| match tap.next {
                0 => line[tap.source],
                next => mix(line[tap.source], line[tap.source + 1], next),
            }));
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
                scaler.row(y, &[0, 0xfe], &mut out);
                assert_eq!(out[0], out[1]);
                out[0]
            })
            .collect();
        assert_eq!(rows, [0, 0x7f, 0xfe]);
    }
}
