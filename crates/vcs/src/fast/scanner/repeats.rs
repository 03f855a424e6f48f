//! Runs lines that repeat the previous one.
//!
//! If nothing changes in a line and nothing changed in the visible part of the previous line, both
//! lines are equal. The pixels are then copied; the collisions have already been latched. Several
//! such lines can be run at once.

use super::Scanner;
use crate::{
    television::Television,
    tia::{ScoreSwitch, hsync::LINE_CLOCKS},
};

impl Scanner {
    /// Returns whether the line equals the previous one.
    pub(super) fn is_repeat(&self, television: &Television) -> bool {
        let has_picture = television.skips_pixels() || !self.last_skipped && television.lines() > 0;
        self.line.repeat.repeats
            && !self.line.repeat.changed
            && self.chip.hmove.is_idle()
            && (has_picture || self.chip.vblank[0])
            && self.chip.revision.score_switch != ScoreSwitch::Unsteady
    }

    /// Runs whole lines that repeat the previous one, for at most `clocks` color clocks. Stops
    /// before any line whose end may be the end of the frame. Returns the number of clocks that
    /// were run.
    pub(super) fn repeat_lines(&mut self, clocks: u32, television: &mut Television) -> u32 {
        let line_clocks = u32::from(LINE_CLOCKS);
        let count = (clocks / line_clocks).min(television.lines_to_frame_end() as u32 - 1);
        if count == 0 || !self.is_repeat(television) {
            return 0;
        }
        let painted = self.pass_repeats(count, television);
        self.chip.lines = self.chip.lines.wrapping_add(count);
        // RDY goes high at the first clock of a line.
        self.chip.hsync.go_to(0);
        television.repeat_lines(count as usize, painted);
        count * line_clocks
    }

    /// Ends a line that repeats the previous one. Its collisions have already been latched.
    pub(super) fn repeat_line(&mut self, television: &mut Television) {
        if self.pass_repeats(1, television) {
            television.repeat_line();
        }
        self.chip.hsync.restart();
    }

    /// Advances the state by `count` lines that repeat the previous one. Returns whether their
    /// pixels must be copied.
    fn pass_repeats(&mut self, count: u32, television: &Television) -> bool {
        self.chip.hmove.skip(self.line.motion.to, LINE_CLOCKS);
        self.chip.collisions.latch(self.chip.shown);
        self.last_skipped = television.skips_pixels();
        self.line.motion.to = 0;
        self.line.sound.lines += u64::from(count);
        !television.skips_pixels() && !self.chip.vblank[0]
    }
}
