//! The console's timing: brings the TIA up to date, and finds the next cycle in which a line can
//! end, and the next cycle in which a frame can end.

use super::{
    Console, VideoChip,
    clock::{CLOCKS_PER_CYCLE, LINE_CYCLES},
};
use crate::{
    place::{CLOCKS_PER_LINE, Place},
    television::Television,
    tia::Tia,
};

impl<V: VideoChip> Console<V> {
    /// Returns whether an undamaged state can contain this clock. In such a state, `line_end` and
    /// `horizon` are those that follow from the state of the chips.
    pub(crate) fn is_plausible(&mut self) -> bool {
        let saved = self.clock.clone();
        saved.is_plausible() && {
            self.update_horizon();
            self.clock == saved
        }
    }

    /// Runs the TIA up to the current cycle, and brings all fields of the chip and the television
    /// up to date.
    pub(crate) fn catch_up(&mut self) {
        self.run_tia();
        self.video.settle(&mut self.television);
        self.update_horizon();
    }

    /// Returns an up-to-date copy of the TIA.
    // While it catches up, the copy draws to a temporary television. That is possible because the
    // chip's state does not depend on the television.
    pub(crate) fn tia(&self) -> Tia {
        let mut scratch = Television::default();
        let mut video = self.video.copy(&mut scratch);
        self.clock.run_video(&mut video, &mut scratch);
        video.settle(&mut scratch).clone()
    }

    #[inline(always)]
    pub(crate) fn run_tia(&mut self) {
        self.clock.run_video(&mut self.video, &mut self.television);
        self.clock.tia_cycle = self.clock.cycle;
    }

    /// Returns the beam's position after cycle number `cycle`, assuming that the TIA is not written
    /// to before then.
    // The TIA never lags behind by more than the longest possible frame, so the number of clocks
    // fits in a `u32`.
    #[inline]
    pub(crate) fn place_at(&self, cycle: u64) -> Place {
        let pending = CLOCKS_PER_CYCLE * cycle.saturating_sub(self.clock.tia_cycle) as u32;
        let clocks = u32::from(self.video.clock()) + pending;
        let line = u32::from(CLOCKS_PER_LINE);
        Place {
            frame: self.television.frames(),
            scanline: (self.television.lines() as u32 + clocks / line) as u16,
            clock: (clocks % line) as u16,
        }
    }

    /// Computes the end of the current line, and the horizon. Must be called only when the TIA has
    /// caught up.
    pub(super) fn update_horizon(&mut self) {
        let clocks = self.video.clocks_to_line_end();
        self.clock.line_end = self.clock.cycle + u64::from(clocks.div_ceil(CLOCKS_PER_CYCLE));
        let more_lines = if self.video.sync_active() {
            0
        } else {
            self.television.lines_to_frame_end() - 1
        };
        self.clock.horizon = self.clock.line_end + LINE_CYCLES * more_lines as u64;
    }
}
