//! The television: turns scanlines and VSYNC into frames. The console itself does not know frames.

use serde::{Deserialize, Serialize};

/// Visible color clocks of a scanline.
pub const WIDTH: usize = 160;

/// A pixel that is blanked (HBLANK comb or VBLANK); a color number always has bit 0 clear.
pub const BLANK: u8 = 0x01;

/// One picture: all scanlines from one vertical sync to the next.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Frame {
    /// Counts from 0 at power-on.
    pub number: u64,
    /// `WIDTH` TIA color numbers a scanline, top to bottom, or [`BLANK`].
    /// Line 0 is the first scanline with vertical sync on.
    pub pixels: Vec<u8>,
}

impl Frame {
    /// Scanlines in this frame; 262 for a proper NTSC frame.
    pub fn scanlines(&self) -> usize {
        self.pixels.len() / WIDTH
    }

    /// The pixels of one scanline.
    pub fn line(&self, line: usize) -> &[u8] {
        &self.pixels[line * WIDTH..][..WIDTH]
    }
}

/// Two samples a scanline (31.4 kHz): each channel's output level summed over the color clocks
/// of half a line, so a level v held for all of them gives v * 114 (0..=1710).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Sample(
    /// Channel 0 and channel 1.
    pub [u16; 2],
);

/// Collects scanlines into frames and sound into samples.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Television {
    frame: Frame,
}

impl Television {
    /// The last complete frame.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }
}
