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
//! 1. A known line begins from the same [`LineStart`](super::scanner::LineStart), compared field by
//!    field when the scanner has run to it, or the end of the known line before.
//! 2. An access is known by its clock, its register and its byte; of a read of collisions that is
//!    the value, which follows like all else. WSYNC, which only the processor notices, writes that
//!    change the sound's registers and reads of the input pins are made at their clock.
//! 3. VSYNC, VBLANK and RSYNC act on more than the chip's pixels, and CXCLR on latches from before
//!    the line: lines with a write of theirs are run.
//! 4. The collision latches are only ever set, so a line sets the same ones whatever was set before.
//!    While lines are recalled or kept, the latches at the line's start are apart in
//!    [`Recurring`], and the chip's begin clear.
//! 5. A write that is the next one of the known line is only noted: the chip stays where it is in
//!    time. So is the first write of the line that came after it last time, and so on, line by line.
//!    When the chip has to run, it first ends the lines that have passed since, then goes to the
//!    clock of the last write. No frame ends in between, for the bus runs the chip before its
//!    horizon, and nothing is noted while a capacitor may charge.
//! 6. A line that is kept while pixels are skipped has none to copy; it is run again when it needs
//!    them.
//!
//! Which lines are kept and tried depends on the lines before, not on the state: a copy, or a
//! machine that is loaded, begins with an empty memory and gives the same frames.

mod access;
mod line;
mod memo;
#[cfg(test)]
mod tests;
mod trust;

use super::scanner::Scanner;
use crate::{
    bus::VideoChip,
    television::Television,
    tia::{
        Layers, Revision, Tia,
        collision::Collisions,
        hsync::LINE_CLOCKS,
        inputs::Pins,
        registers::write::{AUDC0, AUDV1, CXCLR, RSYNC, VBLANK, VSYNC, WSYNC},
    },
};
use access::{Cursor, END, NONE, event, read_event, write_key};
use line::{Mode, Start};
use memo::Memo;
use trust::Trust;

/// Lines run before any is kept: most copies run less.
const LINES_BEFORE: u32 = 256;

/// Lines that may begin before the chip runs.
const MOST_AHEAD: usize = 64;

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
    /// Where the line that is recalled is compared; and the lines that have begun since the chip
    /// ran, as far as their writes are noted: the last of these is in progress.
    cursor: Cursor,
    ahead: Vec<u16>,
    /// The latches at the line's start, unless the scanner has all of them.
    latches: u16,
    /// The line's number in the picture, and whether it needs no pixels.
    scanline: usize,
    skips_pixels: bool,
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
    /// Starts from this state of the chip.
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
            cursor: Cursor::default(),
            ahead: Vec::new(),
            latches: 0,
            scanline: 0,
            skips_pixels: false,
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

    /// True if the line in progress is recalled.
    #[inline(always)]
    pub(super) fn expects_writes(&self) -> bool {
        KEEPS_LINES && self.cursor.word != NONE
    }

    /// Notes a write of a register (0..=63) in `cycle` if it comes next in the line that is
    /// recalled. The chip stays where it is in time, but [is behind](Recurring::is_behind). Else
    /// false, with nothing done.
    #[inline(always)]
    pub(super) fn recalls_write(&mut self, cycle: u64, register: u8, data: u8) -> bool {
        let recalls = write_key(cycle, register, data) == self.cursor.key;
        if recalls {
            let at = self.cursor.at + 1;
            self.cursor.note(at, self.memo.word(at));
        }
        recalls
    }

    /// The same for the first write of the line that is likely to follow. The line before it must
    /// have its pixels.
    #[inline(always)]
    pub(super) fn recalls_first_write(&mut self, cycle: u64, register: u8, data: u8) -> bool {
        let line = match self.mode {
            Mode::Recall { line } if self.cursor.word == END => line,
            _ => return false,
        };
        let last = *self.ahead.last().unwrap_or(&line);
        let Some(next) = self.memo.line_after(last) else {
            return false;
        };
        let first = self.memo.line(next).first;
        let key = self.cursor.key_in_next_line(self.memo.word(first));
        let recalls = key == write_key(cycle, register, data)
            && self.ahead.len() < MOST_AHEAD
            && self.has_pixels(last);
        if recalls {
            self.ahead.push(next);
            self.cursor.begin_next_line();
            self.cursor.note(first + 1, self.memo.word(first + 1));
        }
        recalls
    }

    /// True if writes have been noted that come after the clocks that have been run.
    pub(super) fn is_behind(&self) -> bool {
        self.cursor.at != self.cursor.reached || !self.ahead.is_empty()
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
    fn run_lines(&mut self, clocks: u32, television: &mut Television) {
        let mut left = clocks;
        while left > 0 {
            left = match self.mode {
                Mode::Recall { .. } => self.run_recalled_lines(left, television),
                _ => self.run_line_here(left, television),
            }
        }
    }

    /// Runs lines that are recalled, and a part of one, as far as they and the clocks go. The
    /// clocks left.
    #[inline(never)]
    fn run_recalled_lines(&mut self, clocks: u32, television: &mut Television) -> u32 {
        let mut left = clocks - self.end_lines_behind(television);
        while left > 0 && matches!(self.mode, Mode::Recall { .. }) {
            let to_end = u32::from(LINE_CLOCKS - self.scanner.clock());
            if left < to_end {
                self.scanner.rest_until(LINE_CLOCKS - (to_end - left) as u8);
                return 0;
            }
            if self.expects(END, television)
                && let Mode::Recall { line } = self.mode
            {
                if !self.has_pixels(line) {
                    self.run_line(line, television);
                    break;
                }
                self.end_line(line, television);
                self.begin_line(Start::Recalled(self.memo.line(line).to), television);
                left -= to_end;
            }
        }
        left
    }

    /// Runs to the last write that has been noted. The clocks run.
    #[inline(always)]
    fn end_lines_behind(&mut self, television: &mut Television) -> u32 {
        let Mode::Recall { mut line } = self.mode else {
            return 0;
        };
        if !self.is_behind() {
            return 0;
        }
        let from = self.scanner.clock();
        let (to, ..) = access::unpack(self.memo.word(self.cursor.at - 1));
        let count = self.ahead.len() as u32;
        self.cursor.reached = self.cursor.at;
        if count == 0 && to <= from {
            return 0; // The clock has passed the write since.
        }
        for at in 0..self.ahead.len() {
            self.end_line(line, television);
            line = self.ahead[at];
        }
        self.ahead.clear();
        self.mode = Mode::Recall { line };
        self.scanner.rest_until(to);
        count * u32::from(LINE_CLOCKS) + u32::from(to) - u32::from(from)
    }

    /// Runs a line by the scanner, and lines without an access after it, or a part of one. The
    /// clocks left.
    #[inline(never)]
    fn run_line_here(&mut self, clocks: u32, television: &mut Television) -> u32 {
        let to_end = u32::from(LINE_CLOCKS - self.scanner.clock());
        if clocks < to_end {
            self.scanner.run_far(clocks, television);
            return 0;
        }
        let left = clocks - to_end;
        // The last line without an access begins here: it is tried.
        let lines = match self.mode {
            Mode::Keep { .. } => 0,
            _ => left - left % u32::from(LINE_CLOCKS),
        };
        self.scanner.run_far(to_end + lines, television);
        let start = self.end_run_line(television);
        if self.scanner.clock() == 0 {
            self.begin_line(start, television);
        }
        left - lines
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
        match self.cursor.word == event(self.scanner.clock(), register, data) {
            true => self.go_to(self.cursor.at + 1),
            false => self.write_another(register & 0x3f, data, television),
        }
    }

    /// Goes to an access of the line that is recalled.
    #[inline(always)]
    fn go_to(&mut self, at: usize) {
        self.cursor.go_to(at, self.memo.word(at));
    }

    /// A write that is not known to come here.
    #[inline(never)]
    fn write_another(&mut self, register: u8, data: u8, television: &mut Television) {
        match register {
            WSYNC | AUDC0..=AUDV1 => {}
            VSYNC | VBLANK | RSYNC | CXCLR => {
                self.trust.lose(self.scanline, television.frames());
                self.stop_recalling(television);
            }
            _ => {
                let event = event(self.scanner.clock(), register, data);
                if self.recalls(event, television) {
                    return;
                }
                self.note(event, television);
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
            let latches = self.cursor.word as u16 | self.latches;
            self.go_to(self.cursor.at + 1);
            return self.scanner.read_latches(latches, register, bus);
        }
        let read = self.scanner.read(register, bus);
        let latches = match self.mode {
            Mode::Keep { .. } => self.latches,
            _ => 0,
        };
        let seen = self.scanner.latches_seen();
        self.note(event, television);
        self.note(seen.into(), television);
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

    /// [`Scanner::settle`].
    pub fn settle(&mut self, television: &mut Television) -> &Tia {
        self.stop_recalling(television);
        self.scanner.settle(television)
    }
}

impl VideoChip for Recurring {
    fn copy(&self, television: &mut Television) -> Recurring {
        Recurring::with(self.copy_scanner(television), LINES_BEFORE)
    }

    #[inline]
    fn run(&mut self, clocks: u32, television: &mut Television) {
        self.run(clocks, television);
    }

    #[inline]
    fn reach(&mut self, cycle: u64) {
        let clock = self.scanner.rests_alike().then(|| self.scanner.clock());
        self.cursor.reach(cycle, clock);
    }

    #[inline]
    fn write(&mut self, register: u8, data: u8, television: &mut Television) {
        self.write(register, data, television);
    }

    #[inline]
    fn read(&mut self, register: u8, bus: u8, television: &mut Television) -> u8 {
        self.read(register, bus, television)
    }

    fn settle(&mut self, television: &mut Television) -> &Tia {
        self.settle(television)
    }

    fn set_inputs(&mut self, pins: Pins) {
        self.scanner.set_inputs(pins);
    }

    fn set_revision(&mut self, revision: Revision, television: &mut Television) {
        self.stop_recalling(television);
        self.memo.clear();
        self.scanner.set_revision(revision, television);
    }

    fn set_layers(&mut self, layers: Layers, television: &mut Television) {
        self.stop_recalling(television);
        self.scanner.set_layers(layers, television);
    }

    #[inline]
    fn clock(&self) -> u8 {
        self.scanner.clock()
    }

    #[inline]
    fn clocks_to_line_end(&self) -> u32 {
        self.scanner.clocks_to_line_end()
    }

    #[inline]
    fn sync_active(&self) -> bool {
        self.scanner.sync_active()
    }
}
