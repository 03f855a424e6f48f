//! The bus's clock, and how far the TIA is behind it.

use super::video::VideoChip;
use crate::{place, television::Television, tia::registers::write};
use serde::{Deserialize, Serialize};

/// Number of color clocks in a CPU cycle.
pub(crate) const CLOCKS_PER_CYCLE: u32 = place::CLOCKS_PER_CYCLE as u32;
/// Number of CPU cycles in a scanline.
pub(super) const LINE_CYCLES: u64 = place::CYCLES_PER_LINE as u64;

/// The state of the bus's clock.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Clock {
    /// Number of cycles since power-on, including the current one.
    pub cycle: u64,
    /// The number of the cycle up to which the TIA has run.
    pub tia_cycle: u64,
    /// The cycle in which the TIA's current scanline ends.
    pub line_end: u64,
    /// The first cycle in which the frame can end if the TIA is not written to before then.
    pub horizon: u64,
    /// The cycle of the last write to WSYNC. A write while RDY was already low does not count.
    pub wsync: u64,
    /// The last cycle of the stall after the last write to WSYNC. RDY is low until the end of this
    /// cycle.
    pub stall_end: u64,
    /// True if RDY held up the read in the previous cycle. In that case, the next read repeats it.
    pub held: bool,
    /// The last byte on the data bus. The lines keep their level while no chip drives them.
    pub data: u8,
}

impl Clock {
    /// Returns whether a console can be in this state. If so, a stall ends no later than its
    /// scanline, and a read is held up only during a stall. Also, the TIA has caught up, because it
    /// always does so before a state is saved.
    pub(super) fn is_plausible(&self) -> bool {
        self.cycle < 1 << 60
            && self.tia_cycle == self.cycle
            && self.wsync <= self.cycle
            && (self.stall_end <= self.cycle || self.stall_end == self.line_end)
            && (!self.held || self.cycle <= self.stall_end && self.cycle != self.wsync)
    }

    /// Runs the TIA up to the current cycle.
    #[inline(always)]
    pub(super) fn run_video(&self, video: &mut impl VideoChip, television: &mut Television) {
        let mut from = self.tia_cycle;
        if self.wsync >= from && self.cycle <= self.stall_end.max(self.wsync) {
            // The write to WSYNC must reach the TIA only if the stall has not ended yet. After the
            // stall, the write has no effect on the TIA.
            self.run_to_wsync(video, television);
            from = self.wsync;
        }
        if self.cycle > from {
            video.run(CLOCKS_PER_CYCLE * (self.cycle - from) as u32, television);
        }
    }

    /// Runs the TIA up to the last write to WSYNC, unless it has already run that far. Then
    /// performs that write.
    #[inline(never)]
    fn run_to_wsync(&self, video: &mut impl VideoChip, television: &mut Television) {
        if self.wsync > self.tia_cycle {
            let clocks = CLOCKS_PER_CYCLE * (self.wsync - self.tia_cycle) as u32;
            video.run(clocks, television);
        }
        video.write(write::WSYNC, 0, television);
    }

    /// Returns the number of cycles until the scanline ends, 0..=75. The result is 0 if a scanline
    /// has just ended.
    pub(super) fn cycles_to_line_end(&self) -> u64 {
        match self.line_end.checked_sub(self.cycle) {
            Some(cycles) => cycles % LINE_CYCLES,
            None => (LINE_CYCLES - 1) - (self.cycle - self.line_end - 1) % LINE_CYCLES,
        }
    }
}
