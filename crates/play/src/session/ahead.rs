//! Runs a copy of the console before the first frame, to find out the size and the colors of the
//! picture.
//!
//! A window needs both for its first picture, but the television detects them only after some
//! frames. Because the copy is discarded, the session itself does not change: frame numbers, input,
//! sound and hashes are the same as without the copy.

use std::ops::Range;
use vcs::{
    Machine,
    television::{Standard, usual_lines},
};

/// Number of frames that the copy runs. By then, the television has settled on its range of
/// scanlines and its standard.
const FRAMES: u64 = 124;

/// The results of running the copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookAhead {
    /// The television standard, detected from the number of scanlines.
    pub standard: Standard,
    /// The range of a frame's scanlines that the television shows.
    pub shown: Range<usize>,
    /// The number of scanlines in the copy's last frame.
    pub scanlines: usize,
}

impl LookAhead {
    /// Runs a copy of a machine. `input` returns the input for a frame.
    pub(super) fn of(machine: &Machine, input: impl Fn(u64) -> Option<vcs::Input>) -> LookAhead {
        let mut copy = machine.clone();
        for frame in 0..FRAMES {
            if let Some(input) = input(frame) {
                copy.set_input(input);
            }
            copy.frame();
        }
        let television = copy.television();
        LookAhead {
            standard: television.standard(),
            shown: television.shown_lines(),
            scanlines: television.frame().scanlines(),
        }
    }

    /// Returns the range of a frame's scanlines to show. `current` is the range that the television
    /// currently shows. Returns the union of this range and the one found by the copy. However, if
    /// `scanlines` indicates 50 Hz and the copy had 60 Hz, or the reverse, returns only `current`.
    pub(super) fn lines(&self, current: Range<usize>, scanlines: usize) -> Range<usize> {
        if usual_lines(scanlines) == usual_lines(self.scanlines) {
            current.start.min(self.shown.start)..current.end.max(self.shown.end)
        } else {
            current
        }
    }
}
