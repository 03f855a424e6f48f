//! One picture of the television.

use crate::hash::Hash;
use serde::{Deserialize, Serialize};

/// Visible color clocks of a scanline.
pub const WIDTH: usize = 160;

/// A pixel that is blanked (HBLANK comb or VBLANK); a color number always has bit 0 clear.
pub const BLANK: u8 = 0x01;

/// Maximum number of scanlines for which the television waits for a VSYNC. A frame of up to this
/// many scanlines is shown, stretched.
pub const MAX_SCANLINES: usize = 400;

/// One picture: all scanlines from one vertical sync to the next.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Frame {
    /// The frame's number; it counts from 0 at power-on.
    pub number: u64,
    /// TIA color numbers or [`BLANK`], `WIDTH` per scanline, top to bottom. Line 0 is the first
    /// scanline with vertical sync on.
    pub pixels: Vec<u8>,
}

impl Frame {
    /// Returns the number of scanlines; 262 for a proper NTSC frame.
    pub fn scanlines(&self) -> usize {
        self.pixels.len() / WIDTH
    }

    /// Hashes the pixels, scanline by scanline, one byte each. The frame's number is not included.
    pub fn hash(&self) -> Hash {
        Hash::of(&self.pixels)
    }

    /// Returns the pixels of one scanline.
    pub fn line(&self, line: usize) -> &[u8] {
        &self.pixels[line * WIDTH..][..WIDTH]
    }
}
