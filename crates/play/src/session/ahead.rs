//! What a cartridge shows, found before its first frame: a copy of the console runs ahead.
//!
//! A window has its size and its colors from the first picture on, while the television finds both
//! only after some frames. The copy is thrown away, so the session stays what it is: frame numbers,
//! input, sound and hashes do not change.

use std::ops::Range;
use vcs::{
    Machine,
    television::{Standard, usual_lines},
};

/// Frames that the copy runs: after these the television's window and standard stay.
const FRAMES: u64 = 124;

/// What the copy has shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ahead {
    /// The television standard that the number of scanlines shows.
    pub standard: Standard,
    /// The scanlines of the frame that the television shows.
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

    /// The lines to show of a frame of which the television shows `now`: those of the copy too,
    /// unless the frame is one of the other rate, 50 or 60 Hz.
    pub(super) fn lines(&self, now: Range<usize>, scanlines: usize) -> Range<usize> {
        match usual_lines(scanlines) == usual_lines(self.scanlines) {
            true => now.start.min(self.shown.start)..now.end.max(self.shown.end),
            false => now,
        }
    }
}
