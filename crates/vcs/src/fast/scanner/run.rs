//! The scanner, and how it runs clocks and lines.

use super::{scanline::Scanline, sets::members};
use crate::{
    television::{Television, WIDTH},
    tia::{
        Tia,
        hsync::{FIRST_PIXEL, LINE_CLOCKS},
        inputs::Pins,
        priority::PF,
    },
};

/// A TIA, and the current scanline.
#[derive(Debug, Clone)]
pub struct Scanner {
    /// The chip. Some of its fields are out of date while `line.is_active()` is true.
    pub(in crate::fast) chip: Tia,
    pub(super) line: Scanline,
    /// True if the pixels of the previous line were skipped.
    pub(in crate::fast) last_skipped: bool,
    /// See `simple_registers` in `write.rs`.
    pub(super) simple: u64,
    /// The last bytes written to registers.
    pub(super) bytes: [u8; 64],
    /// Bit n is set if `bytes[n]` is certain to be what register n holds.
    pub(super) known: u64,
}

impl Scanner {
    /// Creates a scanner that continues from this state of the chip.
    pub fn new(chip: Tia) -> Scanner {
        Scanner {
            simple: Scanner::simple_registers(&chip.revision),
            chip,
            line: Scanline::default(),
            last_skipped: false,
            bytes: [0; 64],
            known: 0,
        }
    }

    /// Sets what the input pins are connected to.
    pub fn set_inputs(&mut self, pins: Pins) {
        self.chip.set_inputs(pins);
    }

    /// Runs `clocks` color clocks, but only if they change nothing except the horizontal counter.
    /// Otherwise, does nothing and returns false.
    #[inline(always)]
    pub(in crate::fast) fn try_advance(&mut self, clocks: u32, television: &Television) -> bool {
        let to = u32::from(self.chip.hsync.clock()) + clocks;
        let can_advance = to < u32::from(self.line.until)
            && television.vsync_is(self.chip.vsync)
            && !self.chip.inputs.is_charging();
        if can_advance {
            self.chip.hsync.go_to(to as u8);
        }
        can_advance
    }

    /// Does the same as [`Tia::run`].
    pub fn run(&mut self, clocks: u32, television: &mut Television) {
        if !self.begin_run(clocks, television) {
            self.finish_run(clocks, television);
        }
    }

    /// Does the first part of [`Scanner::run`]. Returns true if nothing is left to do; otherwise,
    /// the caller must call [`Scanner::finish_run`].
    pub(in crate::fast) fn begin_run(&mut self, clocks: u32, television: &mut Television) -> bool {
        television.vsync(self.chip.vsync, self.chip.hsync.clock());
        self.chip.inputs.run(clocks);
        let to = u32::from(self.chip.hsync.clock()) + clocks;
        let is_finished = to < u32::from(self.line.until);
        if is_finished {
            self.chip.hsync.go_to(to as u8);
        }
        is_finished
    }

    /// Does the same as [`Tia::read`].
    pub fn read(&mut self, register: u8, bus: u8) -> u8 {
        // The input pins do not depend on the picture.
        if register & 0x0f < 8 && self.line.is_active() && self.may_latch(register) {
            let clock = self.chip.hsync.clock();
            self.line.mark_changed(clock);
            self.advance_collisions(clock);
        }
        self.chip.read(register, bus)
    }

    /// Returns whether this register shows a latch that is clear and that the line may still set.
    fn may_latch(&self, register: u8) -> bool {
        let (line, pending) = (&self.line, self.chip.outputs | self.chip.shown);
        let on = line.lit | line.disturbed | line.rows_lit | pending | PF;
        self.chip.collisions.settable(on) >> (2 * (register & 7)) & 3 != 0
    }

    /// Does the rest of [`Scanner::run`]: to the end of the line, or beyond.
    #[inline(always)]
    pub(in crate::fast) fn finish_run(&mut self, clocks: u32, television: &mut Television) {
        let mut left = clocks;
        while left > 0 {
            if !self.line.is_active() && !self.take_over() {
                self.chip.step(television);
                left -= 1;
                continue;
            }
            let clock = self.chip.hsync.clock();
            let count = left.min((self.line.until - clock).into()) as u8;
            self.chip.hsync.go_to(clock + count);
            left -= u32::from(count);
            if clock + count == LINE_CLOCKS {
                self.finish_line(television);
                if left > u32::from(LINE_CLOCKS) {
                    left -= self.repeat_lines(left, television);
                }
            } else if clock + count == self.line.until {
                self.change_blank(television);
            }
        }
    }

    /// Ends the line, and begins the next.
    fn finish_line(&mut self, television: &mut Television) {
        if self.is_repeat(television) {
            self.repeat_line(television);
        } else {
            self.advance_motion(LINE_CLOCKS);
            self.finish_pixels(LINE_CLOCKS, television);
            self.chip.playfield.set_bit(false);
            self.last_skipped = television.skips_pixels();
            self.line.begin_next();
            self.chip.vblank[0] = self.chip.vblank[1];
            self.chip.hsync.restart();
            for object in members(self.line.disturbed) {
                self.mark_undisturbed(object, 0);
            }
            self.chip.outputs = self.outputs_at_rest();
        }
        self.chip.end_line(LINE_CLOCKS, television);
    }

    /// Begins or ends vertical blank in the middle of a line, one clock after the write.
    fn change_blank(&mut self, television: &mut Television) {
        let clock = self.chip.hsync.clock();
        self.advance_collisions(clock);
        self.divide_line(clock, television);
        self.chip.vblank[0] = self.chip.vblank[1];
        let (begins, right_end) = (self.chip.vblank[0], self.line.right_end);
        if clock > self.chip.score_switch() && (begins || right_end == WIDTH as u8) {
            let first = if begins { clock - FIRST_PIXEL } else { 0 };
            self.line.right_end = right_end.min(first);
        }
        self.line.until = LINE_CLOCKS;
    }
}
