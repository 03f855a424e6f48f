//! The horizontal counter: line length, horizontal blank, WSYNC and RSYNC.

use crate::place::{BLANK_CLOCKS, CLOCKS_PER_LINE};
use serde::{Deserialize, Serialize};

/// Number of color clocks in a scanline.
pub(crate) const LINE_CLOCKS: u8 = CLOCKS_PER_LINE as u8;
/// Number of color clocks per count of the horizontal counter.
pub(crate) const COUNT_CLOCKS: u8 = 4;
/// Color clock of pixel 0.
pub(crate) const FIRST_PIXEL: u8 = BLANK_CLOCKS as u8;
/// Color clock of the first visible pixel if HMOVE lengthens the blank. The comb is eight pixels
/// wide.
const LATE_FIRST_PIXEL: u8 = 76;
/// The color clock at which the objects' clock starts. The objects' clock drives the movable
/// objects in the visible part of a line; the schematics call it the motion clock, MOTCK. The extra
/// clocks of HMOVE are in `hmove.rs`.
pub(crate) const MOTION_START: u8 = FIRST_PIXEL - 1;
/// The color clock at which the objects' clock starts if HMOVE lengthens the blank.
pub(crate) const LATE_MOTION_START: u8 = LATE_FIRST_PIXEL - 1;
/// The color clock at which the objects' clock stops.
pub(crate) const MOTION_END: u8 = LINE_CLOCKS - 1;
/// The color clocks in which the chip sends the horizontal sync pulse.
const SYNC_PULSE: std::ops::Range<u8> = 18..34;
/// Color clock of pixel 80, where the right half begins.
pub(crate) const CENTER: u8 = 148;

/// The position in the scanline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Hsync {
    /// The color clock, 0..=227; 0 is the start of horizontal blank.
    pub(crate) clock: u8,
    /// True during horizontal blank.
    pub(crate) hblank: bool,
    /// True while the objects' clock runs (see [`MOTION_START`]).
    pub(crate) motion_clock: bool,
    /// True if HMOVE has lengthened the blank of this line, so that it ends at
    /// [`LATE_FIRST_PIXEL`].
    pub(crate) late_blank: bool,
    /// True while WSYNC is holding the processor until the end of the line.
    pub(crate) wsync: bool,
}

impl Default for Hsync {
    fn default() -> Self {
        Hsync {
            clock: 0,
            hblank: true,
            motion_clock: false,
            late_blank: false,
            wsync: false,
        }
    }
}

impl Hsync {
    /// Returns false for values that only a damaged state can have.
    pub(crate) fn is_plausible(&self) -> bool {
        self.clock < LINE_CLOCKS
            && (!self.motion_clock || (MOTION_START..MOTION_END).contains(&self.clock))
            && (self.hblank || self.clock >= FIRST_PIXEL)
    }

    /// Returns the number of the next color clock in the line, 0..=227.
    pub(crate) fn clock(&self) -> u8 {
        self.clock
    }

    /// Returns true during horizontal blank.
    pub(crate) fn hblank(&self) -> bool {
        self.hblank
    }

    /// Returns true while the chip sends the horizontal sync pulse.
    // Netlist, test vectors `rsync_*`: RSYNC ends the pulse, and the new line gets its own pulse.
    pub(crate) fn sync_pulse(&self) -> bool {
        SYNC_PULSE.contains(&self.clock)
    }

    /// Returns true while the objects' clock runs (see [`MOTION_START`]).
    // The objects' clock starts and stops one clock before the visible pixels do, because the
    // output of an object reaches the screen one clock after the clock edge.
    pub(crate) fn motion_clock(&self) -> bool {
        self.motion_clock
    }

    /// Lengthens the blank, as HMOVE does.
    pub(crate) fn lengthen_blank(&mut self) {
        self.late_blank = true;
    }

    /// Advances by a color clock. Returns true if a new line starts.
    pub(crate) fn tick(&mut self) -> bool {
        self.wsync &= self.clock != 0;
        self.clock += 1;
        self.hblank = !self.motion_clock;
        match self.clock {
            MOTION_START if !self.late_blank => self.motion_clock = true,
            LATE_MOTION_START => self.motion_clock = true,
            MOTION_END => self.motion_clock = false,
            LINE_CLOCKS => self.restart(),
            _ => {}
        }
        self.clock == 0
    }

    /// Prepares for RSYNC, which will start a new line after `clocks` color clocks. The objects'
    /// clock stops one clock before the new line, as at the normal end of a line. If the objects'
    /// clock was due to start in the next color clock, it stays stopped.
    // Netlist: if RSYNC ends lines after 69, 72, 75 and 96 clocks, the objects move by 0, 4, 7 and
    // 28. If the blank is lengthened, lines of 78 and 81 clocks move them by 0 and 5.
    pub(crate) fn prepare_rsync(&mut self, clocks: u8) {
        if clocks == 1 || self.hblank {
            self.motion_clock = false;
        }
    }

    /// Starts a new line, either because the counter has reached its end or because of RSYNC.
    pub(crate) fn restart(&mut self) {
        self.clock = 0;
        self.late_blank = false;
        self.motion_clock = false;
        self.hblank = true;
    }

    /// Strobes WSYNC.
    pub(crate) fn wsync(&mut self) {
        self.wsync = true;
    }

    /// Returns the level of the RDY line: false while WSYNC holds the processor.
    pub(crate) fn rdy(&self) -> bool {
        !self.wsync
    }
}
