//! Looks ahead: before the first frame, runs a copy of the console to find out the size and the
//! colors of the picture.
//!
//! A window needs a size and colors for its first picture, but the television detects both only
//! after some frames. The copy is discarded, so nothing about the session changes: frame numbers,
//! input, sound and hashes stay the same.

use std::ops::Range;
use vcs::{
    Machine,
    television::{Standard, usual_lines},
};

/// Number of frames to run the copy for. By then, the television's window and standard have stopped
/// changing.
const FRAMES: u64 = 124;

/// The results of running the copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ahead {
    /// The television standard, detected from the number of scanlines.
    pub standard: Standard,
    /// The scanlines of a frame that the television shows.
    pub shown: Range<usize>,
    /// All scanlines of the copy's last frame.
    pub scanlines: usize,
}

impl Ahead {
    /// Runs a copy of a machine with the inputs of its first frames.
    pub(super) fn of(machine: &Machine, input: impl Fn(u64) -> Option<vcs::Input>) -> Ahead {
        let mut copy = machine.clone();
        for frame in 0..FRAMES {
            if let Some(input) = input(frame) {
                copy.set_input(input);
            }
            copy.frame();
        }
        let television = copy.television();
        Ahead {
            standard: television.standard(),
            shown: television.shown_lines(),
            scanlines: television.frame().scanlines(),
        }
    }

    /// Returns the lines of a frame to show. These are the lines `now`, which the television
    /// currently shows, joined with the lines found by the copy. If `scanlines` suggests 50 Hz and
    /// the copy had 60 Hz, or the reverse, returns only `now`.
    pub(super) fn lines(&self, now: Range<usize>, scanlines: usize) -> Range<usize> {
        if usual_lines(scanlines) == usual_lines(self.scanlines) {
            now.start.min(self.shown.start)..now.end.max(self.shown.end)
        } else {
            now
        }
    }
}
