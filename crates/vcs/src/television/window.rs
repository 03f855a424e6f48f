//! The part of the frame that a set shows.

use super::{BLANK, Frame, MAX_SCANLINES, Standard};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Shown lines start here when the program gives no hint.
const START_60_HZ: usize = 22;
const START_50_HZ: usize = 25;
/// A program whose picture begins above this line does not use vertical blank.
const LEAST_BLANK: usize = 10;
/// Frames at power-on that are not looked at.
const SKIPPED_FRAMES: u32 = 4;
/// Frames after which the window stays.
const COUNTED_FRAMES: u32 = 120;

/// Where the picture has been over the first frames.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Window {
    seen: u32,
    /// First line with a visible pixel, and one past the last.
    picture: Option<(usize, usize)>,
}

impl Window {
    /// False for values that only a damaged state can have.
    pub fn is_plausible(&self) -> bool {
        self.picture
            .is_none_or(|(first, last)| first < last && last <= MAX_SCANLINES)
    }

    /// Looks at a frame.
    pub fn frame(&mut self, frame: &Frame) {
        self.seen = self.seen.saturating_add(1);
        if self.seen <= SKIPPED_FRAMES || self.seen > COUNTED_FRAMES {
            return;
        }
        let shown = |line: &usize| frame.line(*line).iter().any(|pixel| *pixel != BLANK);
        let first = (0..frame.scanlines()).find(shown);
        let last = (0..frame.scanlines()).rfind(shown);
        if let (Some(first), Some(last)) = (first, last) {
            let (top, bottom) = self.picture.unwrap_or((first, last + 1));
            self.picture = Some((top.min(first), bottom.max(last + 1)));
        }
    }

    /// The scanlines to show: as many as the standard has, around the middle of the picture, or
    /// more where the picture is taller.
    pub fn lines(&self, standard: Standard) -> Range<usize> {
        let height = standard.shown_scanlines();
        match self.picture {
            Some((first, last)) if first >= LEAST_BLANK => {
                let picture = last - first;
                let start = first.saturating_sub(height.saturating_sub(picture) / 2);
                start..start + height.max(picture)
            }
            _ => {
                let start = match standard.scanlines() {
                    262 => START_60_HZ,
                    _ => START_50_HZ,
                };
                start..start + height
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::television::WIDTH;

    fn window(scanlines: usize, picture: Range<usize>) -> Range<usize> {
        let mut window = Window::default();
        let pixels = (0..scanlines)
            .flat_map(|line| [if picture.contains(&line) { 0x08 } else { BLANK }; WIDTH])
            .collect();
        let frame = Frame { number: 0, pixels };
        (0..10).for_each(|_| window.frame(&frame));
        let standard = if scanlines < 287 {
            Standard::Ntsc
        } else {
            Standard::Pal
        };
        window.lines(standard)
    }

    #[test]
    fn the_picture_is_centered_and_never_cropped() {
        assert_eq!(window(262, 40..232), 22..250);
        assert_eq!(window(262, 30..222), 12..240);
        assert_eq!(window(262, 15..255), 15..255);
        assert_eq!(window(312, 48..276), 25..299);
    }

    #[test]
    fn without_vertical_blank_the_usual_lines_are_shown() {
        assert_eq!(window(262, 0..262), 22..250);
        assert_eq!(window(312, 0..0), 25..299);
    }
}
