//! The clock of the bus, and the color clocks that the TIA is owed.

use super::{CLOCKS_PER_CYCLE, Console, LINE_CYCLES};
use crate::{
    place::{CLOCKS_PER_LINE, Place},
    television::MAX_SCANLINES,
    tia::registers::write,
};
use serde::{Deserialize, Serialize};

/// What the bus itself remembers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Clock {
    /// Cycles since power-on, the one in progress included.
    pub cycle: u64,
    /// The cycle up to which the TIA has run.
    pub(super) tia_cycle: u64,
    /// The cycle in which the scanline ends that the TIA is in.
    pub(super) line_end: u64,
    /// The cycle in which a frame may be over, if the TIA is not written to before.
    pub(super) horizon: u64,
    /// The cycle of the last write to WSYNC, and the last one at whose end RDY is low because of it.
    pub(super) wsync: u64,
    pub(super) stall_end: u64,
    /// RDY held up the read of the cycle before: this read is the same one again.
    pub(super) held: bool,
    /// The last byte on the data bus. Its lines keep their level when nobody drives them.
    pub(super) data: u8,
}

impl Clock {
    /// False if no console can be in this state: a scanline is 76 cycles, and nothing waits longer.
    /// States are saved when the TIA has caught up.
    pub fn is_plausible(&self) -> bool {
        let soon = self.cycle..=self.cycle.saturating_add(LINE_CYCLES);
        self.cycle < 1 << 60
            && self.tia_cycle == self.cycle
            && soon.contains(&self.line_end)
            && self.horizon >= self.line_end
            && self.horizon - self.line_end <= LINE_CYCLES * MAX_SCANLINES as u64
            && self.wsync <= self.cycle
            && self.stall_end <= *soon.end()
    }

    /// Cycles until the line ends, 0..=75; 0 when it has just ended.
    pub(super) fn cycles_to_line_end(&self) -> u64 {
        match self.line_end.checked_sub(self.cycle) {
            Some(cycles) => cycles % LINE_CYCLES,
            None => (LINE_CYCLES - 1) - (self.cycle - self.line_end - 1) % LINE_CYCLES,
        }
    }
}

impl Console {
    /// Runs the color clocks that the TIA is owed.
    pub fn catch_up(&mut self) {
        self.run_tia();
        self.tia.settle(&mut self.television);
        self.look_ahead();
    }

    #[inline(always)]
    pub(super) fn run_tia(&mut self) {
        if self.clock.wsync >= self.clock.tia_cycle {
            self.strobe_wsync();
        }
        self.run_tia_to(self.clock.cycle);
    }

    /// Tells the TIA of the strobe of WSYNC that it has not heard of, if the line is not over.
    #[inline(never)]
    fn strobe_wsync(&mut self) {
        let Clock {
            cycle,
            wsync,
            stall_end,
            ..
        } = self.clock;
        if cycle <= stall_end.max(wsync) {
            self.run_tia_to(wsync);
            self.tia.write_on(write::WSYNC, 0, &mut self.television);
        }
    }

    #[inline(always)]
    fn run_tia_to(&mut self, cycle: u64) {
        if cycle > self.clock.tia_cycle {
            let clocks = CLOCKS_PER_CYCLE * (cycle - self.clock.tia_cycle) as u32;
            self.tia.advance(clocks, &mut self.television);
            self.clock.tia_cycle = cycle;
        }
    }

    /// Where the beam will be after the numbered cycle, if the TIA is not written to before; it is owed at most
    /// the color clocks of the longest frame.
    #[inline]
    pub fn place_at(&self, cycle: u64) -> Place {
        let owed = CLOCKS_PER_CYCLE * cycle.saturating_sub(self.clock.tia_cycle) as u32;
        let clocks = u32::from(self.tia.clock()) + owed;
        let line = u32::from(CLOCKS_PER_LINE);
        Place {
            frame: self.television.frames(),
            scanline: (self.television.lines() as u32 + clocks / line) as u16,
            clock: (clocks % line) as u16,
        }
    }

    /// Finds the next line end and the horizon. Call only when the TIA has caught up.
    pub(super) fn look_ahead(&mut self) {
        let clocks = self.tia.clocks_to_line_end();
        self.clock.line_end = self.clock.cycle + u64::from(clocks.div_ceil(CLOCKS_PER_CYCLE));
        let more_lines = match self.tia.vsync() || self.tia.line_is_cut() {
            true => 0,
            false => self.television.lines_to_frame_end() - 1,
        };
        self.clock.horizon = self.clock.line_end + LINE_CYCLES * more_lines as u64;
    }
}
