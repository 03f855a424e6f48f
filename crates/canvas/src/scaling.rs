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
    pub next_weight: u32,
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
    let next_weight = if end > edge && source + 1 < sources {
        ((end - edge) * 256 / sources).min(256)
    } else {
        0
    };
    Tap {
        source,
        next_weight: next_weight as u32,
    }
}

/// Computes rows of output pixels from rows of the picture.
#[derive(Debug, Clone, Default)]
pub struct Scaler {
    columns: Vec<Tap>,
    rows: Vec<Tap>,
    /// The sizes of the picture and of the output for which `columns` and `rows` were computed.
    sizes: [usize; 4],
    /// Two rows of the picture, scaled to the output's width: one with an even number, and one with
    /// an odd number.
    scaled_rows: [Vec<u32>; 2],
    /// For each row in `scaled_rows`: its number in the picture; `None` if it is not from the
    /// current picture.
    scaled_row_numbers: [Option<usize>; 2],
    /// The output row that was mixed or darkened most recently.
    last_output: Vec<u32>,
    /// The source and brightness from which the row in `last_output` was computed.
    last_input: Option<(Tap, u32)>,
}

impl Scaler {
    /// Prepares for a new picture of the size `source_size`, scaled to `output_size`. Each size is
    /// a width and a height.
    pub fn prepare(&mut self, source_size: (usize, usize), output_size: (usize, usize)) {
        let sizes = [source_size.0, source_size.1, output_size.0, output_size.1];
        if self.sizes != sizes {
            self.columns = taps(source_size.0, output_size.0);
            self.rows = taps(source_size.1, output_size.1);
            self.sizes = sizes;
        }
        self.scaled_row_numbers = [None; 2];
        self.last_input = None;
    }

    /// Returns true if output row `y` shows a row of the picture that is marked in `changed_rows`.
    pub fn is_changed(&self, y: usize, changed_rows: &[bool]) -> bool {
        let tap = self.rows[y];
        changed_rows[tap.source] || (tap.next_weight > 0 && changed_rows[tap.source + 1])
    }

    /// Writes output row `y` of a picture to `out`. `brightness` is in 256ths. A row with the same
    /// source and brightness as the previous row is copied from it.
    pub fn write_row(&mut self, y: usize, picture: &[u32], brightness: u32, out: &mut [u32]) {
        let tap = self.rows[y];
        if self.last_input == Some((tap, brightness)) {
            return out.copy_from_slice(&self.last_output);
        }
        let first = self.scale_row(tap.source, picture);
        if tap.next_weight == 0 && brightness == 256 {
            return out.copy_from_slice(&self.scaled_rows[first]);
        }
        let second = match tap.next_weight {
            0 => first,
            _ => self.scale_row(tap.source + 1, picture),
        };
        let pairs = self.scaled_rows[first]
            .iter()
            .zip(&self.scaled_rows[second]);
        self.last_output.clear();
        self.last_output.extend(pairs.map(|(above, below)| {
            let pixel = if above == below {
                *above
            } else {
                mix(*above, *below, tap.next_weight)
            };
            mix(pixel, 0, 256 - brightness)
        }));
        self.last_input = Some((tap, brightness));
        out.copy_from_slice(&self.last_output);
    }

    /// Scales a row of the picture to the output's width. Returns its index in `scaled_rows`.
    fn scale_row(&mut self, row: usize, picture: &[u32]) -> usize {
        let slot = row % 2;
        if self.scaled_row_numbers[slot] != Some(row) {
            let width = self.sizes[0];
            let line = &picture[row * width..][..width];
            let scaled = &mut self.scaled_rows[slot];
            scaled.clear();
            if width == self.sizes[2] {
                scaled.extend_from_slice(line)
            } else {
                scaled.extend(self.columns.iter().map(|tap| match tap.next_weight {
                    0 => line[tap.source],
                    weight => mix(line[tap.source], line[tap.source + 1], weight),
                }))
            }
            self.scaled_row_numbers[slot] = Some(row);
        }
        slot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_multiples_repeat_pixels_without_mixing() {
        for scale in 1..=5 {
            for (at, tap) in taps(160, 160 * scale).into_iter().enumerate() {
                let plain = Tap {
                    source: at / scale,
                    next_weight: 0,
                };
                assert_eq!(tap, plain);
            }
        }
    }

    #[test]
    fn every_source_pixel_gets_the_same_share() {
        for length in [161, 200, 274, 399, 823] {
            let mut shares = vec![0; 160];
            for tap in taps(160, length) {
                shares[tap.source] += 256 - tap.next_weight;
                if tap.next_weight > 0 {
                    shares[tap.source + 1] += tap.next_weight;
                }
            }
            let expected = 256 * length as u32 / 160;
            for share in shares {
                assert!(
                    share.abs_diff(expected) <= 6,
                    "{share} of {expected} at {length}"
                );
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
                scaler.write_row(y, &[0, 0xfe], 256, &mut out);
                assert_eq!(out[0], out[1]);
                out[0]
            })
            .collect();
        assert_eq!(rows, [0, 0x7f, 0xfe]);
    }

    #[test]
    fn a_row_is_copied_only_if_the_brightness_is_the_same() {
        let mut scaler = Scaler::default();
        scaler.prepare((1, 1), (1, 4));
        let mut row = |y: usize, brightness| {
            let mut out = [0];
            scaler.write_row(y, &[0x80_8080], brightness, &mut out);
            out[0]
        };
        let rows = [row(0, 256), row(1, 128), row(2, 128), row(3, 64)];
        assert_eq!(rows, [0x80_8080, 0x40_4040, 0x40_4040, 0x20_2020]);
    }
}
