//! How a line begins and ends: run, run and kept, or recalled.
//!
//! A line that is recalled so far and goes on otherwise is run again: the scanner gets the chip at
//! the line's start and makes the accesses so far again, at their clocks. That is what it would have
//! done in the first place, for a line follows from the two. What it shows goes to a television
//! apart, and from there to the set, which has none of this line yet. The latches at the line's
//! start are added.

use super::{
    Recurring,
    access::{NONE, is_read, unpack},
    memo::Memo,
    trust::{KEPT_LINE, LOOK_UP, NEW_STATE, saved},
};
use crate::{
    fast::scanner::Scanner,
    television::{BLANK, Television, WIDTH},
};

/// How the line in progress is run.
#[derive(Debug, Clone, Copy)]
pub(super) enum Mode {
    /// By the scanner, which has the whole state.
    Run,
    /// By the scanner, but for the latches at its start; the line is kept. It began from the known
    /// state `from`, and its accesses are noted from `log` on.
    Keep { from: u16, log: usize },
    /// Not at all: its accesses before the cursor are those of the known line `line`.
    Recall { line: u16 },
}

/// What is known where a line begins.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Start {
    /// The scanner has the state.
    Run,
    /// It has, but for the latches, and it is a known one.
    Kept(u16),
    /// It is a known one.
    Recalled(u16),
}

impl Recurring {
    /// Decides how the line that begins is run.
    #[inline]
    pub(super) fn begin_line(&mut self, start: Start, television: &mut Television) {
        self.scanline = television.lines();
        self.skips_pixels = television.skips_pixels();
        let tries = self.has_memory() && self.trust.tries(self.scanline, television.frames());
        let known = match start {
            _ if !tries => None,
            Start::Run => self.find_start(),
            Start::Kept(known) | Start::Recalled(known) => Some(known),
        };
        if let Some(line) = known.and_then(|known| self.memo.line_from(known)) {
            self.scanner.rest();
            self.mode = Mode::Recall { line };
            return self.go_to(self.memo.line(line).first);
        }
        if let Start::Recalled(known) = start {
            self.trust.save(-NEW_STATE);
            self.scanner.begin_from(self.memo.start(known), television);
        }
        self.mode = Mode::Run;
        self.cursor.expect(NONE);
        match known {
            Some(known) => self.keep_line(known),
            None if start != Start::Run => self.scanner.add_latches(self.latches),
            None => {}
        }
    }

    /// True if lines are kept.
    fn has_memory(&mut self) -> bool {
        if !self.memo.has_memory() {
            if (self.scanner.lines().wrapping_sub(self.starts) as i32) < 0 {
                return false;
            }
            self.memo.reserve();
            self.trust.reserve();
            self.apart.reserve_line();
            self.ahead.reserve_exact(super::MOST_AHEAD);
        }
        true
    }

    /// The number of the state that the scanner has, known now; none if no ordinary line begins.
    fn find_start(&mut self) -> Option<u16> {
        self.trust.save(-LOOK_UP);
        let start = self.scanner.line_start()?;
        self.latches = self.scanner.latches();
        if !self.memo.has_room() {
            self.memo.clear();
        }
        Some(self.memo.know(start))
    }

    /// The scanner runs this line, and it is kept.
    fn keep_line(&mut self, mut from: u16) {
        if !self.memo.has_room() {
            let start = self.memo.start(from).clone();
            self.memo.clear();
            from = self.memo.know(start);
        }
        self.scanner.clear_latches();
        let log = self.memo.log();
        self.mode = Mode::Keep { from, log };
    }

    /// The end of a line that is run.
    pub(super) fn end_run_line(&mut self, television: &Television) -> Start {
        let Mode::Keep { from, log } = self.mode else {
            return Start::Run;
        };
        self.trust.lose(self.scanline, television.frames());
        self.trust.save(-KEPT_LINE);
        let latches = self.scanner.latches();
        self.latches |= latches;
        let pixels = (!self.skips_pixels).then(|| television.line_before());
        // At a frame's end there is no line before.
        let is_there = self.skips_pixels || television.lines() > 0;
        let Some(end) = self.scanner.line_start().filter(|_| is_there) else {
            self.memo.forget(log);
            self.scanner.add_latches(self.latches);
            return Start::Run;
        };
        let (to, saves) = (self.memo.know(end), saved(self.memo.log() - log) as i16);
        self.memo.keep([from, to], log, latches, saves, pixels);
        Start::Kept(to)
    }

    /// Ends a line that has been recalled.
    #[inline(always)]
    pub(super) fn end_line(&mut self, number: u16, television: &mut Television) {
        television.line_part(match self.skips_pixels {
            true => &[BLANK; WIDTH],
            false => self.memo.pixels(number),
        });
        self.scanner.end_rested_line(television);
        let line = self.memo.line(number);
        self.latches |= line.latches;
        self.trust.win(self.scanline, line.saves.into());
        self.memo.follow(number);
        self.recalled += 1;
        self.scanline = television.lines();
    }

    /// True if the line recalled, or another known one that has been the same so far, has this
    /// access next, which is then recalled. If none has, the scanner runs the line from here on.
    pub(super) fn recalls(&mut self, access: u32, television: &mut Television) -> bool {
        let recalls = self.expects(access, television);
        if recalls {
            self.go_to(self.cursor.at + 1);
        }
        recalls
    }

    /// The same, but the access is not recalled yet: the line's end, for one.
    #[inline(always)]
    pub(super) fn expects(&mut self, access: u32, television: &mut Television) -> bool {
        self.cursor.word == access || self.finds_other(access, television)
    }

    #[inline(never)]
    fn finds_other(&mut self, access: u32, television: &mut Television) -> bool {
        let Mode::Recall { line } = self.mode else {
            return false;
        };
        let other = self.memo.find_other(line, self.cursor.at, access);
        match other {
            Some((line, at)) => {
                self.mode = Mode::Recall { line };
                self.go_to(at);
            }
            None => self.run_line(line, television),
        }
        other.is_some()
    }

    /// True if a line has the pixels that are wanted.
    #[inline(always)]
    pub(super) fn has_pixels(&self, line: u16) -> bool {
        self.skips_pixels || self.memo.line(line).painted
    }

    /// The scanner runs the line that was recalled so far, and it is kept.
    pub(super) fn run_line(&mut self, line: u16, television: &mut Television) {
        let at = self.cursor.at;
        self.trust.save(-NEW_STATE);
        self.mode = Mode::Run;
        self.cursor.expect(NONE);
        let apart = &mut self.apart;
        run_again(&mut self.scanner, &self.memo, (line, at), television, apart);
        if self.memo.has_room() {
            let (from, log) = (self.memo.line(line).from, self.memo.log());
            self.memo.note_again(line, at);
            self.mode = Mode::Keep { from, log };
        } else {
            self.scanner.add_latches(self.latches);
        }
    }

    /// The scanner runs the rest of the line, which is not kept.
    pub(crate) fn stop_recalling(&mut self, television: &mut Television) {
        match self.mode {
            Mode::Run => return,
            Mode::Keep { log, .. } => self.memo.forget(log),
            Mode::Recall { line } => {
                let (accesses, apart) = ((line, self.cursor.at), &mut self.apart);
                run_again(&mut self.scanner, &self.memo, accesses, television, apart);
            }
        }
        self.scanner.add_latches(self.latches);
        self.mode = Mode::Run;
        self.cursor.expect(NONE);
    }

    /// A scanner in the same state.
    pub(super) fn copy_scanner(&self, television: &mut Television) -> Scanner {
        let mut scanner = self.scanner.clone();
        if let Mode::Recall { line } = self.mode {
            let (accesses, mut apart) = ((line, self.cursor.at), Television::default());
            run_again(&mut scanner, &self.memo, accesses, television, &mut apart);
        }
        if !self.runs() {
            scanner.add_latches(self.latches);
        }
        scanner
    }
}

/// Runs a line again: the accesses of a known line before `at`.
fn run_again(
    scanner: &mut Scanner,
    memo: &Memo,
    (line, at): (u16, usize),
    television: &mut Television,
    apart: &mut Television,
) {
    let start = memo.start(memo.line(line).from);
    scanner.run_again(start, television, apart, |scanner, apart| {
        let mut words = memo.accesses(line, at).iter();
        while let Some(access) = words.next() {
            let (clock, register, data) = unpack(*access);
            let clocks = clock - scanner.clock();
            if clocks > 0 {
                scanner.run(clocks.into(), apart);
            }
            if is_read(*access) {
                scanner.read(register, 0);
                words.next();
            } else {
                scanner.write(register, data, apart);
            }
        }
    });
}
