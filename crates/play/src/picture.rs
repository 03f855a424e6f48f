//! Turns a frame of TIA color numbers into the pixels of a picture.

use std::ops::Range;
use vcs::{
    Frame,
    television::{BLANK, WIDTH},
};

/// Largest change of the mean brightness (0..=255) that does not count as a flash. It is a tenth of
/// the whole range, as in the guidelines for web pages and for broadcasts.
const MAX_BRIGHTNESS_STEP: u64 = 25;

/// A picture with one pixel per color clock and scanline. A pixel is a color `0x00RRGGBB`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Picture {
    /// The pixels, [`WIDTH`] for each line.
    pub pixels: Vec<u32>,
}

impl Picture {
    /// Returns a picture of the scanlines `shown` of a frame, in the colors of a palette. Scanlines
    /// that the frame does not have are black.
    pub fn of(frame: &Frame, shown: Range<usize>, palette: &[u32; 128]) -> Picture {
        let mut pixels = Vec::with_capacity(shown.len() * WIDTH);
        for line in shown {
            if line < frame.scanlines() {
                pixels.extend(frame.line(line).iter().map(|color| rgb(*color, palette)));
            } else {
                pixels.extend([0; WIDTH]);
            }
        }
        Picture { pixels }
    }

    /// Returns true if changing to the picture `other` is a flash: if the mean brightness rises or
    /// falls by more than `MAX_BRIGHTNESS_STEP`.
    pub fn flashes_to(&self, other: &Picture) -> bool {
        let sum = |picture: &Picture| picture.pixels.iter().map(|pixel| luma(*pixel)).sum::<u64>();
        sum(self).abs_diff(sum(other)) > MAX_BRIGHTNESS_STEP * self.pixels.len() as u64
    }

    /// Returns the number of lines in the picture.
    pub fn height(&self) -> usize {
        self.pixels.len() / WIDTH
    }
}

/// Makes a table of a palette's 128 colors. The index is the color number divided by two.
pub fn palette_table(color: impl Fn(u8) -> u32) -> [u32; 128] {
    std::array::from_fn(|index| color((index << 1) as u8))
}

/// Returns the brightness of a pixel, 0..=255. The color components are weighted as in television
/// standards.
fn luma(pixel: u32) -> u64 {
    let weighted = |shift: u32, weight: u32| (pixel >> shift & 0xff) * weight;
    u64::from((weighted(16, 299) + weighted(8, 587) + weighted(0, 114)) / 1000)
}

fn rgb(color: u8, palette: &[u32; 128]) -> u32 {
    if color == BLANK {
        0
    } else {
        palette[usize::from(color >> 1)]
    }
}

/// Mixes two colors: `strength` parts of `to`, and 256 - `strength` parts of `from`.
pub fn mix(from: u32, to: u32, strength: u32) -> u32 {
    let channel = |shift: u32| {
        let (a, b) = (from >> shift & 0xff, to >> shift & 0xff);
        ((a * (256 - strength) + b * strength) >> 8) << shift
    };
    channel(16) | channel(8) | channel(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_frame_is_padded_with_black() {
        let frame = Frame {
            number: 0,
            pixels: vec![0x0e; 100 * WIDTH],
        };
        let palette = palette_table(u32::from);
        let picture = Picture::of(&frame, 22..250, &palette);
        assert_eq!(picture.height(), 228);
        assert_eq!(picture.pixels[77 * WIDTH], 0x0e);
        assert_eq!(picture.pixels[78 * WIDTH], 0);
    }

    #[test]
    fn a_flash_is_a_change_of_the_whole_picture() {
        let picture = |color| Picture {
            pixels: vec![color; WIDTH * 10],
        };
        assert!(picture(0).flashes_to(&picture(0xffffff)));
        assert!(!picture(0x404040).flashes_to(&picture(0x505050)));
    }

    #[test]
    fn blank_is_black_in_every_palette() {
        let frame = Frame {
            number: 0,
            pixels: vec![BLANK; WIDTH],
        };
        assert_eq!(Picture::of(&frame, 0..1, &[0xffffff; 128]).pixels[0], 0);
    }
}
