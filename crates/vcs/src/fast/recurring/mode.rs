//! How the line in progress is run, and what follows from it at its ends.

use super::{
    Recurring,
    access::END,
    memo::Row,
    trust::{KEPT_LINE, LOOK_UP, NEW_STATE, saved},
};
use crate::{television::Television, tia::hsync::LINE_CLOCKS};

/// How the line in progress is run.
#[derive(Debug, Clone, Copy)]
pub(super) enum Mode {
    /// By the scanner, which has the whole state.
    Run,
    /// By the scanner, but for the latches at its start; the line is kept. It began from the known
    /// state `from`, and its accesses are noted from `log` on; `painted` if its pixels are.
    Keep {
        from: u16,
        log: usize,
        painted: bool,
    },
    /// Not at all: its accesses before `at` are those of the known line `line`.
    Recall { line: u16, at: usize },
}

/// What is known where a line begins.
#[derive(Clone, Copy)]
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
    pub(super) fn begin_line(&mut self, start: Start, television: &mut Television) {
        self.scanline = television.lines();
        let known = match start {
            Start::Run if !self.keeps_lines(television) => None,
            Start::Run => self.find_start(),
            Start::Kept(known) | Start::Recalled(known) => Some(known),
        };
        let is_tried = self.trust.tries(self.scanline, television.frames());
        let line = known
            .filter(|_| is_tried)
            .map(|known| (known, self.memo.line_from(known)));
        match line {
            Some((_, Some(line))) => {
                self.scanner.rest();
                let at = self.memo.first_word(line);
                self.mode = Mode::Recall { line, at };
            }
            Some((known, None)) => {
                self.bring_here(start, television);
                self.keep_line(known, television);
            }
            None => {
                self.bring_here(start, television);
                self.mode = Mode::Run;
                if !matches!(start, Start::Run) {
                    *self.scanner.latches() |= self.latches;
                }
            }
        }
    }

    /// True if lines are kept, and this one is to be tried.
    fn keeps_lines(&mut self, television: &Television) -> bool {
        if !self.memo.has_memory() {
            if (self.scanner.lines().wrapping_sub(self.starts) as i32) < 0 {
                return false;
            }
            self.memo.reserve();
            self.trust.reserve();
            self.apart.reserve_line();
        }
        self.trust.tries(self.scanline, television.frames())
    }

    /// The number of the state that the scanner has, known now; none if no ordinary line begins.
    fn find_start(&mut self) -> Option<u16> {
        self.trust.save(-LOOK_UP);
        let start = self.scanner.line_start()?;
        self.latches = *self.scanner.latches();
        if !self.memo.has_room() {
            self.memo.clear();
        }
        Some(self.memo.know(start))
    }

    /// Gives the scanner a recalled state.
    fn bring_here(&mut self, start: Start, television: &mut Television) {
        if let Start::Recalled(known) = start {
            self.trust.save(-NEW_STATE);
            self.scanner.begin_from(self.memo.start(known), television);
        }
    }

    /// The scanner runs this line, and it is kept.
    fn keep_line(&mut self, mut from: u16, television: &Television) {
        if !self.memo.has_room() {
            let start = self.memo.start(from).clone();
            self.memo.clear();
            from = self.memo.know(start);
        }
        *self.scanner.latches() = 0;
        self.cleared = false;
        self.mode = Mode::Keep {
            from,
            log: self.memo.log(),
            painted: !television.skips_pixels(),
        };
    }

    /// The end of a line that is kept.
    pub(super) fn end_kept_line(&mut self, television: &Television) -> Start {
        let Mode::Keep { from, log, painted } = self.mode else {
            return Start::Run;
        };
        self.trust.lose(self.scanline, television.frames());
        self.trust.save(-KEPT_LINE);
        let latches = *self.scanner.latches();
        self.add_latches(latches, self.cleared);
        let Some(end) = self.scanner.line_start() else {
            self.memo.forget(log);
            *self.scanner.latches() = self.latches;
            return Start::Run;
        };
        *self.scanner.latches() = 0;
        let row = match () {
            () if self.memo.start(from).is_blank() => Row::Blank,
            () if painted && !television.skips_pixels() && television.lines() > 0 => {
                Row::Pixels(television.line_before())
            }
            () => Row::Skipped,
        };
        let to = self.memo.know(end);
        let saves = saved(self.memo.log() - log, self.changed) as i16;
        self.memo
            .keep([from, to], log, (latches, self.cleared, saves), row);
        Start::Kept(to)
    }

    /// Adds what a line has latched.
    fn add_latches(&mut self, latches: u16, cleared: bool) {
        self.latches = latches | if cleared { 0 } else { self.latches };
    }

    /// Ends a line that has been recalled so far, and lines like it in the clocks that are left
    /// after it. False if it ends as no known line with its pixels does; then the scanner is in it.
    pub(super) fn end_recalled_line(
        &mut self,
        left: &mut u32,
        television: &mut Television,
    ) -> bool {
        if !self.recalls(END, television) {
            return false;
        }
        let Mode::Recall { line, at } = self.mode else {
            return false;
        };
        if !television.skips_pixels() {
            match self.memo.row(line) {
                Row::Blank => {}
                Row::Pixels(pixels) => television.line_part(pixels),
                Row::Skipped => {
                    self.mode = Mode::Recall { line, at: at - 1 };
                    self.run_line(television);
                    return false;
                }
            }
        }
        self.scanner.end_rested_line(television);
        let known = *self.memo.line(line);
        self.add_latches(known.latches, known.cleared);
        self.memo.follow(line);
        self.trust.win(self.scanline);
        self.trust.save(known.saves.into());
        self.recalled += 1;
        if self.memo.is_still(line) {
            self.repeat_line(line, left, television);
        }
        self.begin_line(Start::Recalled(known.to), television);
        true
    }

    /// Repeats a line without accesses that has just ended where it began.
    fn repeat_line(&mut self, line: u16, left: &mut u32, television: &mut Television) {
        let line_clocks = u32::from(LINE_CLOCKS);
        let to_frame_end = television.lines_to_frame_end() as u32 - 1;
        let count = (*left / line_clocks).min(to_frame_end);
        if count > 0 && television.lines() > 0 {
            let is_blank = matches!(self.memo.row(line), Row::Blank);
            let painted = !is_blank && !television.skips_pixels();
            self.scanner.rest_for_lines(count, painted, television);
            self.recalled += u64::from(count);
            *left -= count * line_clocks;
        }
    }

    /// True if the line recalled, or another known one that has been the same so far, has this
    /// access next, which is then recalled. If none has, the scanner runs the line from here on.
    pub(super) fn recalls(&mut self, access: u32, television: &mut Television) -> bool {
        let Mode::Recall { line, at } = self.mode else {
            return false;
        };
        let found = match self.memo.word(at) == access {
            true => Some((line, at)),
            false => self.memo.find_other(line, at, access),
        };
        match found {
            Some((line, at)) => {
                self.mode = Mode::Recall { line, at: at + 1 };
                true
            }
            None => {
                self.run_line(television);
                false
            }
        }
    }
}
