//! What a cartridge shows, found before its first frame: a copy of the console runs ahead.
//!
//! A window has its size and its colors from the first picture on, while the television finds both
//! only after some frames. The copy is thrown away, so the session stays what it is: frame numbers,
//! input, sound and hashes do not change.

use super::base::Session;
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
    fn of(machine: &Machine, input: impl Fn(u64) -> Option<vcs::Input>) -> Ahead {
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

impl Session {
    /// Finds out what the cartridge shows in its first two seconds. To be called before the first
    /// frame; the session itself does not change, but [`Session::shown_lines`] and
    /// [`Session::standard`] have their final values from the beginning.
    pub fn look_ahead(&mut self) {
        let playback = self.playback.as_ref();
        let ahead = Ahead::of(self.timeline.machine(), |frame| {
            playback.and_then(|playback| playback.input(frame))
        });
        self.ahead = Some(ahead);
    }

    /// The number of scanlines that the cartridge's picture has, for the size of a window. Before
    /// the first frame it is known only after [`Session::look_ahead`].
    pub fn picture_lines(&self) -> usize {
        match &self.ahead {
            Some(ahead) if self.frames() == 0 => ahead.shown.len(),
            _ => self.shown_lines().len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{bundled::BUNDLED, contacts::Held, session::SessionOptions};

    fn session() -> Session {
        let image = BUNDLED[0].image.to_vec();
        let options = SessionOptions {
            chain: true,
            ..SessionOptions::default()
        };
        Session::open("video-checkers.bin", image, options).unwrap()
    }

    #[test]
    fn a_session_that_has_looked_ahead_is_the_same_as_one_that_has_not() {
        let (mut plain, mut ahead) = (session(), session());
        ahead.look_ahead();
        assert_eq!(ahead.frames(), 0);
        for _ in 0..40 {
            plain.advance(&mut Held::default(), false);
            ahead.advance(&mut Held::default(), false);
        }
        assert_eq!(ahead.chain(), plain.chain());
        assert!(ahead.save() == plain.save());
    }

    #[test]
    fn the_lines_of_a_tall_picture_are_known_before_its_first_frame() {
        let tall = Ahead {
            standard: Standard::Ntsc,
            shown: 20..256,
            scanlines: 262,
        };
        assert_eq!(tall.lines(26..254, 262), 20..256);
        assert_eq!(tall.lines(18..254, 262), 18..256);
        // A frame of 312 lines in between has its own.
        assert_eq!(tall.lines(35..309, 312), 35..309);
    }
}
