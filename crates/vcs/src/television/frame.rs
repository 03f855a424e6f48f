//! One picture of the television.

use crate::hash::Hash;
use serde::{Deserialize, Serialize};

/// Number of visible color clocks in a scanline.
pub const WIDTH: usize = 160;

/// The value of a pixel that is blanked by VBLANK or by the HMOVE comb. It is not a color number,
/// because bit 0 of a color number is always 0.
pub const BLANK: u8 = 0x01;

/// Maximum number of scanlines for which the television waits for a VSYNC. If a VSYNC ends a frame
/// before that, the television shows the whole frame, even if the frame is longer than the field of
/// the free-running television.
pub const MAX_SCANLINES: usize = 400;

/// One picture: all scanlines from one vertical sync to the next.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Frame {
    /// The frame's number, counted from 0 at power-on.
    pub number: u64,
    /// The pixels, each a TIA color number or [`BLANK`]: `WIDTH` per scanline, from top to bottom.
    /// Scanline 0 is the first scanline with vertical sync on.
    pub pixels: Vec<u8>,
}

impl Frame {
    /// Returns the number of scanlines. A proper NTSC frame has 262.
    pub fn scanlines(&self) -> usize {
        self.pixels.len() / WIDTH
    }

    /// Returns the hash of the pixels, one byte each. The number of the frame is not included.
    pub fn hash(&self) -> Hash {
        Hash::of(&self.pixels)
    }

    /// Returns the pixels of one scanline.
    pub fn line(&self, line: usize) -> &[u8] {
        &self.pixels[line * WIDTH..][..WIDTH]
    }
}
