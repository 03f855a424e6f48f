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
//!    the value, which follows like all else. WSYNC, which only the processor notices, writes that
//!    change the sound's registers and reads of the input pins are made at their clock.
//! 3. VSYNC, VBLANK and RSYNC act on more than the chip's pixels: lines with a write of theirs are
//!    run.
//! 4. While lines are recalled the latches are apart: the chip's are clear when a line begins, and
//!    what it latches is added at its end, or takes the place of the others after a CXCLR.
//! 5. While the writes are those of the known line, and then of the line that came after it last
//!    time, they are only noted. When the chip has to run, it first ends the lines noted, then goes
//!    to the clock of the last write. No frame ends in between, for the bus runs the chip before
//!    its horizon, and nothing is noted while a capacitor may charge.
//! 6. Where pixels are skipped a line has none to copy; it is run again when it needs them.
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
use access::{END, NO_LINE, NONE, event, line_key, read_event, write_key};
use memo::Memo;
use mode::{Mode, Start};
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
    /// While a line is recalled: where the word of its next access is, and that word; else
    /// [`NONE`].
    at: usize,
    expected: u32,
    /// The [key](write_key) of that access, and of the line's start.
    key: u64,
    line_key: u64,
    /// The value of `at` when the chip last ran. Writes after it are noted: in the line in progress
    /// then, and in the lines `ahead`, which have begun since; the last of these is in progress.
    reached: usize,
    ahead: Vec<u16>,
    /// The line that is recalled, and those ahead, need no pixels.
    skips_pixels: bool,
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
            at: 0,
            expected: NONE,
            key: NO_LINE,
            line_key: NO_LINE,
            reached: 0,
            ahead: Vec::new(),
            skips_pixels: false,
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

    /// True if the line in progress is recalled.
    #[inline(always)]
    pub(super) fn expects_writes(&self) -> bool {
        KEEPS_LINES && self.expected != NONE
    }

    /// Notes a write of a register (0..=63) in `cycle` if it comes next in the line that is
    /// recalled. The chip stays where it is in time, but [is behind](Recurring::is_behind). Else
    /// false, with nothing done.
    #[inline(always)]
    pub(super) fn recalls_write(&mut self, cycle: u64, register: u8, data: u8) -> bool {
        let recalls = write_key(cycle, register, data) == self.key;
        if recalls {
            self.at += 1;
            self.expect(self.memo.word(self.at));
        }
        recalls
    }

    /// The same for the first write of the line that is likely to follow. The line before it must
    /// have its pixels, unless they are skipped.
    #[inline(always)]
    pub(super) fn recalls_first_write(&mut self, cycle: u64, register: u8, data: u8) -> bool {
        let line = match self.mode {
            Mode::Recall { line } if self.expected == END => line,
            _ => return false,
        };
        let last = *self.ahead.last().unwrap_or(&line);
        let Some(next) = self.memo.line_after(last) else {
            return false;
        };
        let (first, line_key) = (self.memo.first_word(next), access::next_line(self.line_key));
        let key = line_key.wrapping_add(self.memo.word(first).into());
        let recalls = key == write_key(cycle, register, data)
            && self.ahead.len() < MOST_AHEAD
            && (self.skips_pixels || self.memo.line(last).has_row());
        if recalls {
            self.ahead.push(next);
            (self.at, self.line_key) = (first + 1, line_key);
            self.expect(self.memo.word(self.at));
        }
        recalls
    }

    /// True if this write of a register (0..=63) has no effect in a line that is recalled: it gives
    /// a register of the sound the value that it has.
    pub(super) fn has_no_effect(&self, register: u8, data: u8) -> bool {
        matches!(register, AUDC0..=AUDV1) && !self.scanner.changes_sound(register, data)
    }

    /// True if writes have been noted that come after the clocks that have been run.
    pub(super) fn is_behind(&self) -> bool {
        self.at != self.reached || !self.ahead.is_empty()
    }

    /// [`VideoChip::reach`](crate::bus::VideoChip::reach).
    #[inline]
    pub(super) fn reach(&mut self, cycle: u64) {
        self.line_key = match self.scanner.rests_alike() {
            true => line_key(cycle, self.scanner.clock()),
            false => NO_LINE,
        };
        self.expect(self.expected);
        self.reached = self.at;
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
                self.scanner.rest_for(left as u8);
                return 0;
            }
            if self.end_recalled_line(television) {
                left -= to_end;
                left -= self.begin_line_after_recalled(left, television);
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
        let to = access::clock(self.memo.word(self.at - 1));
        let count = self.ahead.len() as u32;
        self.reached = self.at;
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
        let mut left = clocks - to_end;
        let start = match self.mode {
            Mode::Keep { .. } => {
                self.changed = self.scanner.has_changed();
                self.scanner.run_far(to_end, television);
                self.end_kept_line(television)
            }
            _ => {
                let lines = u32::from(LINE_CLOCKS) * (left / u32::from(LINE_CLOCKS));
                left -= lines;
                self.scanner.run_far(to_end + lines, television);
                Start::Run
            }
        };
        if self.scanner.clock() == 0 {
            self.begin_line(start, television);
        }
        left
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
        match self.expected == event(self.scanner.clock(), register, data) {
            true => self.go_to_next(),
            false => self.write_another(register & 0x3f, data, television),
        }
    }

    /// Goes to the next access of the line that is recalled.
    #[inline(always)]
    fn go_to_next(&mut self) {
        self.go_to(self.at + 1);
    }

    /// Goes to an access of the line that is recalled.
    #[inline(always)]
    fn go_to(&mut self, at: usize) {
        (self.at, self.reached) = (at, at);
        self.expect(self.memo.word(at));
    }

    #[inline(always)]
    fn expect(&mut self, word: u32) {
        self.expected = word;
        self.key = self.line_key.wrapping_add(word.into());
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
        let (seen, cleared) = access::unpack_seen(self.expected);
        self.go_to_next();
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
