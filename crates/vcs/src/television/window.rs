//! The part of the frame that a television shows.

use super::{BLANK, Frame, MAX_SCANLINES, standard::LINES_50_HZ};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The scanlines of a 60 Hz frame that a television normally shows. Stella 6.7 shows exactly these.
// Shown by the oracle test `oracle_stella_shows_no_scanline_that_we_crop`.
const USUAL_60_HZ: Range<usize> = 26..254;
/// The scanlines of a 50 Hz frame that a television normally shows, as in Stella 6.7.
const USUAL_50_HZ: Range<usize> = 35..309;
/// If a picture begins above this line, the program does not use vertical blank, and the picture
/// does not enlarge the window.
const MIN_BLANK_LINES: usize = 10;
/// Number of frames after power-on that are ignored.
const SKIPPED_FRAMES: u32 = 4;
/// Number of frames after which the window no longer changes.
const FRAMES_UNTIL_SETTLED: u32 = 120;

/// Returns the range of scanlines that a television shows of a frame of this length, if nothing is
/// known about the program. If the frame has fewer scanlines, the rest of the range is black.
pub fn usual_lines(scanlines: usize) -> Range<usize> {
    if scanlines < LINES_50_HZ {
        USUAL_60_HZ
    } else {
        USUAL_50_HZ
    }
}

/// The scanlines that the picture occupied in the first frames.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Window {
    /// Number of frames seen since power-on, at most [`FRAMES_UNTIL_SETTLED`].
    seen: u32,
    /// The first line with a visible pixel in any frame, and the line after the last line with a
    /// visible pixel in any frame.
    picture: Option<(usize, usize)>,
}

impl Window {
    /// Returns false for values that only a damaged state can have.
    pub(crate) fn is_plausible(&self) -> bool {
        self.picture
            .is_none_or(|(first, end)| first < end && end <= MAX_SCANLINES)
    }

    /// Returns true if further frames no longer change the window.
    pub(crate) fn is_settled(&self) -> bool {
        self.seen >= FRAMES_UNTIL_SETTLED
    }

    /// Enlarges the window to include the picture of a frame. Ignores the picture if `synced` is
    /// false, because then the television's free-running oscillator ended the frame, and the
    /// picture rolls.
    pub(crate) fn add_frame(&mut self, frame: &Frame, synced: bool) {
        if self.is_settled() {
            return;
        }
        self.seen += 1;
        if !synced || self.seen <= SKIPPED_FRAMES {
            return;
        }
        let has_picture = |line: &usize| frame.line(*line).iter().any(|pixel| *pixel != BLANK);
        let first = (0..frame.scanlines()).find(has_picture);
        let last = (0..frame.scanlines()).rfind(has_picture);
        if let (Some(first), Some(last)) = (first, last)
            && first >= MIN_BLANK_LINES
        {
            let (top, end) = self.picture.unwrap_or((first, last + 1));
            self.picture = Some((top.min(first), end.max(last + 1)));
        }
    }

    /// Returns the range of scanlines to show of a frame of this length. It contains the usual
    /// scanlines, and all scanlines that the picture occupies.
    pub(crate) fn lines(&self, scanlines: usize) -> Range<usize> {
        let usual = usual_lines(scanlines);
        match self.picture {
            Some((first, end)) => usual.start.min(first)..usual.end.max(end),
            None => usual,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::television::WIDTH;

    fn window(scanlines: usize, picture: Range<usize>, synced: bool) -> Range<usize> {
        let mut window = Window::default();
        let pixels = (0..scanlines)
            .flat_map(|line| [if picture.contains(&line) { 0x08 } else { BLANK }; WIDTH])
            .collect();
        let frame = Frame { number: 0, pixels };
        (0..10).for_each(|_| window.add_frame(&frame, synced));
        window.lines(scanlines)
    }

    #[test]
    fn the_picture_is_never_cropped() {
        assert_eq!(window(262, 40..232, true), 26..254);
        assert_eq!(window(262, 30..222, true), 26..254);
        assert_eq!(window(262, 15..255, true), 15..255);
        assert_eq!(window(312, 48..276, true), 35..309);
        assert_eq!(window(312, 33..310, true), 33..310);
    }

    #[test]
    fn without_vertical_blank_the_usual_lines_are_shown() {
        assert_eq!(window(262, 0..262, true), 26..254);
        assert_eq!(window(312, 0..0, true), 35..309);
    }

    #[test]
    fn a_rolling_picture_does_not_stretch_the_window() {
        assert_eq!(window(275, 12..270, false), 26..254);
    }
}
