//! Advances the horizontal counter by several clocks at once.
//!
//! Between two color clocks, all fields of the counter follow from two numbers: the number of the
//! color clock, and the color clock at which the objects' clock starts.

use crate::tia::hsync::{FIRST_PIXEL, Hsync, MOTION_END};

/// The last clock before the first pixel.
pub(super) const LAST_BLANK: u8 = FIRST_PIXEL - 1;

/// Returns the clock at which the first playfield group that can show a value written at `clock`
/// begins.
pub(super) fn next_group(clock: u8) -> u8 {
    (clock + 2).div_ceil(4) * 4
}

impl Hsync {
    /// Moves to clock `to` of this line, or to its end, 228. During the blank, the result is a
    /// valid state of the chip. In the visible line, it is not a valid state until [`Hsync::place`]
    /// or [`Hsync::restart`] has been called.
    pub(crate) fn go_to(&mut self, to: u8) {
        self.wsync &= self.clock != 0;
        self.clock = to;
    }

    /// Sets the state at clock `clock`, 67..=227, of a line in which the objects' clock starts at
    /// `motion_start`.
    pub(crate) fn place(&mut self, clock: u8, motion_start: u8) {
        self.clock = clock;
        self.motion_clock = (motion_start..MOTION_END).contains(&clock);
        self.hblank = clock <= motion_start;
    }
}
