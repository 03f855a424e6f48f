//! Determines the number of scanlines from which the frame rate is calculated.

use vcs::television::Standard;

/// The number of scanlines per frame from which the frame rate is calculated. A front end restarts
/// its video and sound when the rate changes, so a few frames with a different number of scanlines
/// must not change the rate.
#[derive(Debug, Clone, Copy, Default)]
pub struct FrameLines {
    /// The last number of scanlines that stayed the same for [`FrameLines::STEADY_FRAMES`] frames;
    /// 0 if there has been none yet.
    steady: usize,
    /// The last frame's number of scanlines.
    last: usize,
    /// The number of consecutive frames that have had `last` scanlines.
    frames: u32,
}

impl FrameLines {
    /// Number of consecutive frames that must have a new number of scanlines before the rate
    /// changes.
    const STEADY_FRAMES: u32 = 60;

    /// Records the number of scanlines of the latest frame.
    pub fn record(&mut self, lines: usize) {
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

    /// Returns the number of scanlines from which the frame rate is calculated. This is the number
    /// in the television standard, unless the frames steadily differ from it by more than two
    /// scanlines.
    pub fn lines_for_rate(self, standard: Standard) -> usize {
        let nominal = standard.scanlines();
        match self.steady {
            0 => nominal,
            lines if lines.abs_diff(nominal) <= 2 => nominal,
            lines => lines,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_steady_number_of_scanlines_changes_the_rate() {
        let mut lines = FrameLines::default();
        let lines_after = |lines: &mut FrameLines, length, count| {
            (0..count).for_each(|_| lines.record(length));
            lines.lines_for_rate(Standard::Ntsc)
        };
        assert_eq!(lines_after(&mut lines, 290, 59), 262);
        assert_eq!(lines_after(&mut lines, 262, 10), 262, "the count restarts");
        assert_eq!(lines_after(&mut lines, 290, 60), 290);
        assert_eq!(
            lines_after(&mut lines, 263, 60),
            262,
            "one line more than the standard does not change the rate"
        );
    }
}
