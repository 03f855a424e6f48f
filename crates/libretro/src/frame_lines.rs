//! The number of scanlines that sets the frame rate.

use vcs::television::Standard;

/// How many scanlines a frame has, for the frame rate. A front end restarts its sound and video
/// when the rate changes, so a few frames of another length do not change it.
#[derive(Debug, Clone, Copy, Default)]
pub struct FrameLines {
    /// The number in force; 0 for the standard's.
    steady: usize,
    /// The last frame's number, and how many frames in a row have had it.
    last: usize,
    frames: u32,
}

impl FrameLines {
    /// Frames in a row before their length counts.
    const STEADY_FRAMES: u32 = 60;

    /// Counts a frame of this many scanlines.
    pub fn frame(&mut self, lines: usize) {
        self.frames = match lines == self.last {
            true => self.frames.saturating_add(1),
            false => 1,
        };
        self.last = lines;
        if self.frames == FrameLines::STEADY_FRAMES {
            self.steady = lines;
        }
    }

    /// The number for a frame rate; a line more or less than the standard's is the standard's.
    pub fn of(self, standard: Standard) -> usize {
        let usual = standard.scanlines();
        match self.steady {
            0 => usual,
            lines if lines.abs_diff(usual) <= 2 => usual,
            lines => lines,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_steady_length_changes_the_rate() {
        let mut lines = FrameLines::default();
        let frames = |lines: &mut FrameLines, length, count| {
            (0..count).for_each(|_| lines.frame(length));
            lines.of(Standard::Ntsc)
        };
        assert_eq!(frames(&mut lines, 290, 59), 262);
        assert_eq!(frames(&mut lines, 262, 10), 262, "the count begins again");
        assert_eq!(frames(&mut lines, 290, 60), 290);
        assert_eq!(
            frames(&mut lines, 263, 60),
            262,
            "a line more is the standard's"
        );
    }
}
