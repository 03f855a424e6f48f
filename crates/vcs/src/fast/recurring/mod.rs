//! Lines that recur, recalled from memory.
//!
//! What a scanline shows and the collisions that it latches, and the chip at its end, follow from
//! the chip at its start and from the writes in it: [`LineStart`](super::scanner::LineStart) argues
//! so. Most pictures change little, and many scroll, so nearly all lines begin and run as an
//! earlier one did. [`Memo`] keeps lines with what they gave. While the accesses to the chip are
//! those of a line that it knows, they are only compared. If the line ends so, its pixels are
//! copied, and the chip at its end is the known one. If another access comes, the line is run again
//! up to there by the [`Scanner`].
//!
//! 1. A known line begins from the same [`LineStart`], compared field by field when the Scanner has
//!    run to it, or the end of the known line before.
//! 2. An access is known by its clock, its register and its byte; of a read of collisions that is
//!    the value, which follows like all else. WSYNC, which only the processor notices, writes to
//!    the sound's registers and reads of the input pins are made at their clock.
//! 3. VSYNC, VBLANK and RSYNC act on more than the chip's pixels: lines with a write of theirs are
//!    run.
//! 4. While lines are recalled the latches are apart: the chip's are clear when a line begins, and
//!    what it latches is added at its end, or takes the place of the others after a CXCLR.
//! 5. Where pixels are skipped a line has none to copy; it is run again when it needs them.
//!
//! Which lines are kept and tried depends on the lines before, not on the state: a copy, or a
//! machine that is loaded, begins with an empty memory and gives the same frames.

mod access;
mod again;
mod memo;
mod mode;
#[cfg(test)]
mod tests;
mod trust;
mod video;

use super::scanner::Scanner;
use crate::{
    television::Television,
    tia::{
        Tia,
        collision::Collisions,
        hsync::LINE_CLOCKS,
        inputs::Pins,
        registers::write::{AUDC0, AUDV1, CXCLR, RSYNC, VBLANK, VSYNC, WSYNC},
    },
};
use access::{event, read_event};
use memo::Memo;
use mode::{Mode, Start};
use trust::Trust;

/// Lines run before any is kept: most copies run less.
const LINES_BEFORE: u32 = 256;

/// In a web page lines are not kept: it needs no more than sixty frames a second, and has to be
/// small.
const KEEPS_LINES: bool = !cfg!(target_family = "wasm");

/// A [`Scanner`], and lines that it has run.
#[derive(Debug)]
pub struct Recurring {
    /// Rests while a line is recalled: only sound, input pins and time are up to date.
    scanner: Scanner,
    mode: Mode,
    memo: Memo,
    trust: Trust,
    /// The latches at the line's start, unless the scanner has all of them.
    latches: u16,
    /// CXCLR has been written in the line that is run to be kept.
    cleared: bool,
    /// Something changes in it.
    changed: bool,
    /// The line's number in the picture.
    scanline: usize,
    /// A television for lines that are run again.
    apart: Television,
    /// The chip's count of lines from which on lines are kept.
    starts: u32,
    recalled: u64,
}

impl Default for Recurring {
    fn default() -> Recurring {
        Recurring::new(Tia::default())
    }
}

impl Recurring {
    /// Runs on from this state of the chip.
    pub fn new(chip: Tia) -> Recurring {
        Recurring::with(Scanner::new(chip), LINES_BEFORE)
    }

    /// The same, but keeps and tries all lines from the first on: for tests.
    pub fn eager(chip: Tia) -> Recurring {
        let mut recurring = Recurring::with(Scanner::new(chip), 0);
        recurring.trust.always = true;
        recurring
    }

    fn with(scanner: Scanner, lines_before: u32) -> Recurring {
        Recurring {
            starts: scanner.lines().wrapping_add(lines_before),
            scanner,
            mode: Mode::Run,
            memo: Memo::default(),
            trust: Trust::default(),
            latches: 0,
            cleared: false,
            changed: false,
            scanline: 0,
            apart: Television::default(),
            recalled: 0,
        }
    }

    /// Scanlines that were recalled.
    pub fn recalled_lines(&self) -> u64 {
        self.recalled
    }

    /// [`Scanner::pass`].
    #[inline(always)]
    pub(super) fn pass(&mut self, clocks: u32, television: &Television) -> bool {
        self.scanner.pass(clocks, television)
    }

    /// [`Tia::run`].
    #[inline]
    pub fn run(&mut self, clocks: u32, television: &mut Television) {
        if self.scanner.begin_run(clocks, television) {
            return;
        }
        match !KEEPS_LINES || self.runs() && !self.trust.is_on(television.frames()) {
            true => self.scanner.run_far(clocks, television),
            false => self.run_lines(clocks, television),
        }
    }

    /// Runs to the end of a line at least, in a frame in which lines are tried.
    #[inline(never)]
    fn run_lines(&mut self, clocks: u32, television: &mut Television) {
        let mut left = clocks;
        while left > 0 {
            let to_end = u32::from(LINE_CLOCKS - self.scanner.clock());
            let recalls = matches!(self.mode, Mode::Recall { .. });
            if left < to_end {
                return match recalls {
                    true => self.scanner.rest_for(left as u8),
                    false => self.scanner.run_far(left, television),
                };
            }
            left -= to_end;
            if recalls && self.end_recalled_line(&mut left, television) {
                continue;
            }
            let start = match self.mode {
                Mode::Keep { .. } => {
                    self.changed = self.scanner.has_changed();
                    self.scanner.run_far(to_end, television);
                    self.end_kept_line(television)
                }
                _ => {
                    // Lines without an access to their end.
                    let lines = u32::from(LINE_CLOCKS) * (left / u32::from(LINE_CLOCKS));
                    left -= lines;
                    self.scanner.run_far(to_end + lines, television);
                    Start::Run
                }
            };
            if self.scanner.clock() == 0 {
                self.begin_line(start, television);
            }
        }
    }

    /// True if the line is run, and not kept.
    #[inline(always)]
    fn runs(&self) -> bool {
        !KEEPS_LINES || matches!(self.mode, Mode::Run)
    }

    /// [`Tia::write`].
    #[inline(always)]
    pub fn write(&mut self, register: u8, data: u8, television: &mut Television) {
        if self.runs() {
            return self.scanner.write(register, data, television);
        }
        match &mut self.mode {
            Mode::Recall { at, .. }
                if self.memo.word(*at) == event(self.scanner.clock(), register, data) =>
            {
                *at += 1;
            }
            _ => self.write_another(register & 0x3f, data, television),
        }
    }

    /// A write that is not known to come here.
    #[inline(never)]
    fn write_another(&mut self, register: u8, data: u8, television: &mut Television) {
        match register {
            WSYNC | AUDC0..=AUDV1 => {}
            VSYNC | VBLANK | RSYNC => {
                self.trust.lose(self.scanline, television.frames());
                self.stop_recalling(television);
            }
            _ => {
                let event = event(self.scanner.clock(), register, data);
                if self.recalls(event, television) {
                    return;
                }
                self.note(event, television);
                self.cleared |= register == CXCLR;
            }
        }
        self.scanner.write(register, data, television);
    }

    /// [`Tia::read`].
    pub fn read(&mut self, register: u8, bus: u8, television: &mut Television) -> u8 {
        if register & 8 != 0 || self.runs() {
            return self.scanner.read(register, bus);
        }
        let event = read_event(self.scanner.clock(), register);
        if self.recalls(event, television) {
            let latches = self.recalled_latches();
            return self.scanner.read_latches(latches, register, bus);
        }
        let read = self.scanner.read(register, bus);
        let latches = match self.mode {
            Mode::Keep { .. } if !self.cleared => self.latches,
            _ => 0,
        };
        let seen = access::seen(self.scanner.latches_seen(), self.cleared);
        self.note(event, television);
        self.note(seen, television);
        let before = Collisions {
            latches,
            ..Collisions::default()
        };
        read | before.read(register)
    }

    /// Notes an access of a line that is kept, or what a read has found. Only a debugger makes more
    /// accesses than are kept.
    fn note(&mut self, word: u32, television: &mut Television) {
        if let Mode::Keep { log, .. } = self.mode
            && !self.memo.note(log, word)
        {
            self.stop_recalling(television);
        }
    }

    /// The latches that the read just recalled finds.
    fn recalled_latches(&mut self) -> u16 {
        let Mode::Recall { at, .. } = &mut self.mode else {
            return self.latches;
        };
        let (seen, cleared) = access::unpack_seen(self.memo.word(*at));
        *at += 1;
        if cleared { seen } else { seen | self.latches }
    }

    /// Sets what the input pins are connected to.
    pub fn set_inputs(&mut self, pins: Pins) {
        self.scanner.set_inputs(pins);
    }

    /// [`Scanner::settle`].
    pub fn settle(&mut self, television: &mut Television) -> &Tia {
        self.stop_recalling(television);
        self.scanner.settle(television)
    }
}
