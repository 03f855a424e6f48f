//! One picture of the television.

use crate::hash::Hash;
use serde::{Deserialize, Serialize};

/// Number of visible color clocks in a scanline.
pub const WIDTH: usize = 160;

/// The value of a blanked pixel (HBLANK comb or VBLANK). Color numbers always have bit 0 clear.
pub const BLANK: u8 = 0x01;

/// Maximum number of scanlines for which the television waits for a VSYNC. It shows any frame of up
/// to this many scanlines, stretching its field if necessary.
pub const MAX_SCANLINES: usize = 400;

/// One picture: all scanlines from one vertical sync to the next.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Frame {
    /// The frame's number, counted from 0 at power-on.
    pub number: u64,
    /// TIA color numbers or [`BLANK`], `WIDTH` per scanline, from top to bottom. Line 0 is the
    /// first scanline with vertical sync on.
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
