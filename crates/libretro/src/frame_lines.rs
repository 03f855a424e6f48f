//! The number of scanlines that determines the frame rate.

use vcs::television::Standard;

/// The number of scanlines per frame that determines the frame rate. A front end restarts its video
/// and sound when the rate changes, so a few frames of a different length must not change the rate.
#[derive(Debug, Clone, Copy, Default)]
pub struct FrameLines {
    /// The current number of scanlines; 0 means that of the television standard.
    steady: usize,
    /// The last frame's number of scanlines.
    last: usize,
    /// The number of consecutive frames that have had `last` scanlines.
    frames: u32,
}

impl FrameLines {
    /// Number of consecutive frames of a new length after which the rate changes.
    const STEADY_FRAMES: u32 = 60;

    /// Takes a frame with this many scanlines into account.
    pub fn frame(&mut self, lines: usize) {
        self.frames = if lines == self.last {
            self.frames.saturating_add(1)
        } else {
            1
        };
        self.last = lines;
        if self.frames == FrameLines::STEADY_FRAMES {
            self.steady = lines;
        }
    }

    /// Returns the number of scanlines that determines the frame rate. A difference of one or two
    /// lines from the standard is ignored.
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
            "one line more than the standard counts as the standard"
        );
    }
}
