//! Looks ahead, so that a window has its final size and colors from the start.

use super::{ahead::LookAhead, base::Session};

impl Session {
    /// Finds the size and the colors of the picture by running a copy of the machine for two
    /// seconds. Call this before the first frame. The session itself does not change, but
    /// [`Session::shown_lines`] and [`Session::standard`] return their final values from the start.
    pub fn look_ahead(&mut self) {
        let playback = self.playback.as_ref();
        let ahead = LookAhead::of(self.timeline.machine(), |frame| {
            playback.and_then(|playback| playback.input(frame))
        });
        self.ahead = Some(ahead);
    }

    /// Returns the number of scanlines in the picture, for the size of a window. If no frame has
    /// run yet, call [`Session::look_ahead`] before this function.
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
    use crate::{bundled::BUNDLED, contacts::HeldControls, session::SessionOptions};
    use vcs::television::Standard;

    fn session() -> Session {
        let image = BUNDLED[0].image.to_vec();
        let options = SessionOptions {
            compute_chain: true,
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
            plain.advance(&mut HeldControls::default(), false);
            ahead.advance(&mut HeldControls::default(), false);
        }
        assert_eq!(ahead.chain(), plain.chain());
        assert!(ahead.save() == plain.save());
    }

    #[test]
    fn the_lines_of_a_tall_picture_are_known_before_its_first_frame() {
        let tall = LookAhead {
            standard: Standard::Ntsc,
            shown: 20..256,
            scanlines: 262,
        };
        assert_eq!(tall.lines(26..254, 262), 20..256);
        assert_eq!(tall.lines(18..254, 262), 18..256);
        // A single frame of 312 scanlines among frames of 262 is shown with its own range.
        assert_eq!(tall.lines(35..309, 312), 35..309);
    }
}
