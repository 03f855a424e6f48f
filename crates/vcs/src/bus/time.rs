//! The clock of the bus, and the color clocks that the TIA is owed.

use super::{Console, VideoChip};
use crate::{
    place::{self, CLOCKS_PER_LINE, Place},
    television::{MAX_SCANLINES, Television},
    tia::{Tia, registers::write},
};
use serde::{Deserialize, Serialize};

/// Color clocks of a CPU cycle.
const CLOCKS_PER_CYCLE: u32 = place::CLOCKS_PER_CYCLE as u32;
/// CPU cycles of a scanline.
const LINE_CYCLES: u64 = place::CYCLES_PER_LINE as u64;

/// The bus's own state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Clock {
    /// Cycles since power-on, the one in progress included.
    pub cycle: u64,
    /// The cycle up to which the TIA has run.
    pub tia_cycle: u64,
    /// The cycle in which the scanline ends that the TIA is in.
    pub line_end: u64,
    /// The cycle in which a frame may be over, if the TIA is not written to before.
    pub horizon: u64,
    /// The cycle of the last write to WSYNC, and the last one at whose end RDY is low because of
    /// it.
    pub wsync: u64,
    pub stall_end: u64,
    /// RDY held up the read of the cycle before: this read is the same one again.
    pub held: bool,
    /// The last byte on the data bus. Its lines keep their level while nothing drives them.
    pub data: u8,
}

impl Clock {
    /// False if no console can be in this state: a scanline is 76 cycles, and nothing waits longer.
    /// States are saved when the TIA has caught up.
    pub(crate) fn is_plausible(&self) -> bool {
        let soon = self.cycle..=self.cycle.saturating_add(LINE_CYCLES);
        self.cycle < 1 << 60
            && self.tia_cycle == self.cycle
            && soon.contains(&self.line_end)
            && self.horizon >= self.line_end
            && self.horizon - self.line_end <= LINE_CYCLES * MAX_SCANLINES as u64
            && self.wsync <= self.cycle
            && self.stall_end <= *soon.end()
    }

    /// Runs the color clocks that the TIA is owed.
    #[inline(always)]
    fn run_video(&self, video: &mut impl VideoChip, television: &mut Television) {
        let mut from = self.tia_cycle;
        if self.wsync >= from && self.cycle <= self.stall_end.max(self.wsync) {
            // The strobe is still of importance: the line is not over.
            self.run_to_wsync(video, television);
            from = self.wsync;
        }
        if self.cycle > from {
            video.run(CLOCKS_PER_CYCLE * (self.cycle - from) as u32, television);
        }
    }

    /// Runs to a strobe of WSYNC that has not reached the TIA, and makes it.
    #[inline(never)]
    fn run_to_wsync(&self, video: &mut impl VideoChip, television: &mut Television) {
        if self.wsync > self.tia_cycle {
            let clocks = CLOCKS_PER_CYCLE * (self.wsync - self.tia_cycle) as u32;
            video.run(clocks, television);
        }
        video.write(write::WSYNC, 0, television);
    }

    /// Cycles until the line ends, 0..=75; 0 when it has just ended.
    pub(super) fn cycles_to_line_end(&self) -> u64 {
        match self.line_end.checked_sub(self.cycle) {
            Some(cycles) => cycles % LINE_CYCLES,
            None => (LINE_CYCLES - 1) - (self.cycle - self.line_end - 1) % LINE_CYCLES,
        }
    }
}

impl<V: VideoChip> Console<V> {
    /// Runs the color clocks that the TIA is owed.
    pub(crate) fn catch_up(&mut self) {
        self.run_tia();
        self.video.settle(&mut self.television);
        self.look_ahead();
    }

    /// The TIA as it is when caught up.
    // What it still sends to the television has no effect on the chip.
    pub(crate) fn tia(&self) -> Tia {
        let mut video = self.video.clone();
        let mut nowhere = Television::default();
        self.clock.run_video(&mut video, &mut nowhere);
        video.settle(&mut nowhere).clone()
    }

    #[inline(always)]
    pub(crate) fn run_tia(&mut self) {
        self.clock.run_video(&mut self.video, &mut self.television);
        self.clock.tia_cycle = self.clock.cycle;
    }

    /// Where the beam will be after the numbered cycle, if the TIA is not written to before; it is
    /// owed at most the color clocks of the longest frame.
    #[inline]
    pub(crate) fn place_at(&self, cycle: u64) -> Place {
        let owed = CLOCKS_PER_CYCLE * cycle.saturating_sub(self.clock.tia_cycle) as u32;
        let clocks = u32::from(self.video.clock()) + owed;
        let line = u32::from(CLOCKS_PER_LINE);
        Place {
            frame: self.television.frames(),
            scanline: (self.television.lines() as u32 + clocks / line) as u16,
            clock: (clocks % line) as u16,
        }
    }

    /// Finds the next line end and the horizon. Call only when the TIA has caught up.
    pub(super) fn look_ahead(&mut self) {
        let clocks = self.video.clocks_to_line_end();
        self.clock.line_end = self.clock.cycle + u64::from(clocks.div_ceil(CLOCKS_PER_CYCLE));
        let more_lines = match self.video.syncs() {
            true => 0,
            false => self.television.lines_to_frame_end() - 1,
        };
        self.clock.horizon = self.clock.line_end + LINE_CYCLES * more_lines as u64;
    }
}
