//! Describes the differences between an expected and an actual picture, or between parts of them.

use crate::script::{Difference, Verdict, outcome::not_recorded};
use crate::trace::{
    Region,
    region::{ANY, pixel_matches, write_rows},
    write_picture,
};
use vcs::{Frame, Hash, television::WIDTH};

pub(super) fn picture_mismatch(expected: Option<&Frame>, actual: &Frame, tv: &str) -> Verdict {
    let mut renewed = String::new();
    let shown = expected.map(|expected| with_wildcards(expected, actual));
    let written = write_picture(&mut renewed, shown.as_ref().unwrap_or(actual), tv);
    debug_assert!(written.is_ok(), "writing to a String cannot fail");
    let text = match expected {
        None => not_recorded("the picture", &actual.hash()),
        Some(expected) => picture_difference(expected, actual)
            .map_or("the picture differs".into(), |difference| {
                difference.to_string()
            }),
    };
    Verdict::Differs(Box::new(Difference {
        text,
        renewed: Some(renewed),
        actual: Some(actual.clone()),
        expected: expected.cloned(),
    }))
}

/// The first difference between two pictures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureDifference {
    frame: u64,
    /// Number of scanlines in the expected picture and in the actual one.
    lines: [usize; 2],
    /// The first pixel that differs: its scanline, its position in the scanline, and its expected
    /// and actual color.
    first: Option<(usize, usize, [u8; 2])>,
    pixels: usize,
}

/// Returns the first difference between two pictures; `None` if they are equal.
pub fn picture_difference(expected: &Frame, actual: &Frame) -> Option<PictureDifference> {
    let pairs = || expected.pixels.iter().zip(&actual.pixels).enumerate();
    let mut different = pairs().filter(|(_, (a, b))| !pixel_matches(**a, **b));
    let first = different.next();
    let lines = [expected.scanlines(), actual.scanlines()];
    (first.is_some() || lines[0] != lines[1]).then(|| PictureDifference {
        frame: actual.number,
        lines,
        first: first.map(|(index, (a, b))| (index / WIDTH, index % WIDTH, [*a, *b])),
        pixels: usize::from(first.is_some()) + different.count(),
    })
}

impl std::fmt::Display for PictureDifference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "frame {}", self.frame)?;
        if let Some((line, pixel, [expected, actual])) = self.first {
            write!(
                f,
                " scanline {line} pixel {pixel}: color {actual:02X}, expected {expected:02X}; \
                 {} pixels differ",
                self.pixels
            )?;
        }
        let [expected, actual] = self.lines;
        if expected != actual {
            write!(f, "; {actual} scanlines, expected {expected}")?;
        }
        Ok(())
    }
}

/// Returns the actual frame, with [`ANY`] wherever the expected frame allows any color.
fn with_wildcards(expected: &Frame, actual: &Frame) -> Frame {
    let mut shown = actual.clone();
    let pairs = shown.pixels.iter_mut().zip(&expected.pixels);
    for (pixel, _) in pairs.filter(|(_, expected)| **expected == ANY) {
        *pixel = ANY;
    }
    shown
}

/// Returns the verdict on a part of a picture whose pixels differ from the expected pixels, `rows`.
/// If `rows` is `None`, the expected pixels have not been recorded yet.
pub(super) fn region_mismatch(region: &Region, rows: Option<&[u8]>, frame: &Frame) -> Verdict {
    let mut actual = region.pixels_of(frame);
    let first = *region.lines.start();
    let missing = region.lines.clone().count() - actual.len() / region.width();
    let text = match rows {
        None => not_recorded("the checked part of the picture", &Hash::of(&actual)),
        Some(_) if missing > 0 => format!(
            "frame {} has only {} scanlines; {missing} scanlines of the checked part are missing",
            frame.number,
            frame.scanlines()
        ),
        Some(rows) => describe_region_difference(region, rows, &actual, frame.number),
    };
    for (pixel, wanted) in actual.iter_mut().zip(rows.unwrap_or_default()) {
        if *wanted == ANY {
            *pixel = ANY;
        }
    }
    let mut renewed = String::new();
    let written = write_rows(&mut renewed, first, &actual, region.width());
    debug_assert!(written.is_ok(), "writing to a String cannot fail");
    let frame_with = |pixels: &[u8]| {
        let mut frame_copy = frame.clone();
        for (line, row) in region.lines.clone().zip(pixels.chunks(region.width())) {
            if line < frame.scanlines() {
                let start = line * WIDTH + region.pixels.start();
                frame_copy.pixels[start..start + row.len()].copy_from_slice(row);
            }
        }
        frame_copy
    };
    Verdict::Differs(Box::new(Difference {
        text,
        renewed: (missing == 0).then_some(renewed),
        actual: Some(frame.clone()),
        expected: rows.map(frame_with),
    }))
}

fn describe_region_difference(region: &Region, wanted: &[u8], actual: &[u8], frame: u64) -> String {
    let pairs = || wanted.iter().zip(actual).enumerate();
    let mut different = pairs().filter(|(_, (wanted, actual))| !pixel_matches(**wanted, **actual));
    let Some((index, (wanted, actual))) = different.next() else {
        return format!("the checked part of frame {frame} differs");
    };
    let line = region.lines.start() + index / region.width();
    let pixel = region.pixels.start() + index % region.width();
    format!(
        "frame {frame} scanline {line} pixel {pixel}: color {actual:02X}, expected {wanted:02X}; \
         {} pixels of {region} differ",
        1 + different.count()
    )
}
