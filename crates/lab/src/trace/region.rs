//! Rectangular parts of pictures, and their comparison with expected pixels.

use std::{fmt, ops::RangeInclusive};
use vcs::television::{BLANK, Frame, WIDTH};

/// A pixel of an expected picture that matches any color. Its value is neither a color number nor
/// [`BLANK`].
pub const ANY: u8 = 0x03;

/// A rectangular part of a frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// The scanlines, numbered from 0.
    pub lines: RangeInclusive<usize>,
    /// The pixels of each scanline, within 0..=159.
    pub pixels: RangeInclusive<usize>,
}

impl Region {
    /// Returns the number of pixels in a row.
    pub fn width(&self) -> usize {
        self.pixels.end() + 1 - self.pixels.start()
    }

    /// Returns the region's pixels, row by row. Skips scanlines that the frame does not have.
    pub fn pixels_of(&self, frame: &Frame) -> Vec<u8> {
        let lines = self
            .lines
            .clone()
            .take_while(|line| *line < frame.scanlines());
        let rows = lines.map(|line| &frame.line(line)[self.pixels.clone()]);
        rows.flatten().copied().collect()
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let range = |range: &RangeInclusive<usize>| format!("{}..{}", range.start(), range.end());
        write!(f, "lines {}", range(&self.lines))?;
        if self.width() == WIDTH {
            Ok(())
        } else {
            write!(f, " pixels {}", range(&self.pixels))
        }
    }
}

/// Returns true if a pixel has the expected color, or if `wanted` is [`ANY`].
pub fn pixel_matches(wanted: u8, actual: u8) -> bool {
    wanted == actual || wanted == ANY
}

/// Returns true if there are as many pixels as expected, and each matches the expected pixel (see
/// [`pixel_matches`]).
pub fn pixels_match(wanted: &[u8], actual: &[u8]) -> bool {
    let mut pairs = wanted.iter().zip(actual);
    wanted.len() == actual.len() && pairs.all(|(wanted, actual)| pixel_matches(*wanted, *actual))
}

/// Writes rows of `width` pixels. The first row is scanline `first`. Consecutive equal rows share
/// a line of text.
pub fn write_rows(
    out: &mut impl fmt::Write,
    first: usize,
    pixels: &[u8],
    width: usize,
) -> fmt::Result {
    let rows: Vec<&[u8]> = pixels.chunks(width).collect();
    let mut line = first;
    for group in rows.chunk_by(|a, b| a == b) {
        match group.len() {
            1 => write!(out, "{line:3}     ")?,
            count => write!(out, "{line:3}-{:3} ", line + count - 1)?,
        }
        write_runs(out, group[0])?;
        line += group.len();
    }
    Ok(())
}

fn write_runs(out: &mut impl fmt::Write, pixels: &[u8]) -> fmt::Result {
    for run in pixels.chunk_by(|a, b| a == b) {
        match run[0] {
            BLANK => write!(out, " --x{}", run.len())?,
            ANY => write!(out, " ..x{}", run.len())?,
            color => write!(out, " {color:02X}x{}", run.len())?,
        }
    }
    writeln!(out)
}
