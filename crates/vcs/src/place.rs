//! A moment in time as a frame, a scanline and a color clock, and the lengths of a scanline and a
//! CPU cycle.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Number of color clocks in a scanline: 68 of horizontal blank and 160 visible.
pub const CLOCKS_PER_LINE: u16 = 228;
/// Number of color clocks in a CPU cycle.
pub const CLOCKS_PER_CYCLE: u16 = 3;
/// Number of CPU cycles in a scanline.
pub const CYCLES_PER_LINE: u16 = CLOCKS_PER_LINE / CLOCKS_PER_CYCLE;
/// Number of color clocks in horizontal blank. This is also the color clock of the first pixel.
pub const BLANK_CLOCKS: u16 = 68;

/// The moment just before a color clock. Earlier places compare as less than later places.
///
/// `frame` is the current frame. It begins in the cycle in which the television completes the
/// previous frame. Scanline 0 is the first scanline with VSYNC on, but the television completes a
/// frame only after a line and a half of VSYNC. Therefore the first place of a frame is usually in
/// scanline 2. A place is written `FRAME.SCANLINE.CLOCK`, as in input scripts.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct Place {
    /// The number of the current frame, counted from 0 at power-on.
    pub frame: u64,
    /// The scanline of that frame, counted from 0.
    pub scanline: u16,
    /// The color clock of that scanline, `0..CLOCKS_PER_LINE`; 68 is the first visible pixel.
    pub clock: u16,
}

impl Place {
    /// Returns the start of a frame.
    pub const fn frame(frame: u64) -> Place {
        Place {
            frame,
            scanline: 0,
            clock: 0,
        }
    }

    /// Returns the number of the pixel in the scanline, as in Stella: -68 ..= -1 in horizontal
    /// blank, then 0 ..= 159.
    pub fn pixel(&self) -> i16 {
        self.clock as i16 - BLANK_CLOCKS as i16
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.frame, self.scanline, self.clock)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_ordered_by_time() {
        let early = Place {
            frame: 3,
            scanline: 200,
            clock: 227,
        };
        assert!(early < Place::frame(4) && early > Place::frame(3));
        assert_eq!(early.to_string(), "3.200.227");
        assert_eq!(early.pixel(), 159);
    }
}
