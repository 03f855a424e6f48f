//! How the line in progress is run, and what follows from it at its ends.

use super::{
    MOST_AHEAD, Recurring,
    access::{END, NONE},
    memo::{Line, Row},
    trust::{KEPT_LINE, LOOK_UP, NEW_STATE, saved},
};
use crate::{
    television::{BLANK, Television, WIDTH},
    tia::hsync::LINE_CLOCKS,
};

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
    /// Not at all: its accesses so far, before [`Recurring::at`], are those of the known line
    /// `line`.
    Recall { line: u16 },
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
                self.recall(line, television);
            }
            Some((known, None)) => {
                self.bring_here(start, television);
                self.keep_line(known, television);
            }
            None => {
                self.bring_here(start, television);
                self.mode = Mode::Run;
                self.expect(NONE);
                if !matches!(start, Start::Run) {
                    self.scanner.add_latches(self.latches);
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
            self.ahead.reserve_exact(MOST_AHEAD);
        }
        self.trust.tries(self.scanline, television.frames())
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
        self.scanner.clear_latches();
        self.cleared = false;
        self.expect(NONE);
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
        let latches = self.scanner.latches();
        self.latches = latches | if self.cleared { 0 } else { self.latches };
        let Some(end) = self.scanner.line_start() else {
            self.memo.forget(log);
            self.scanner.add_latches(self.latches);
            return Start::Run;
        };
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

    /// Ends the line that is recalled. False if it ends as no known line with its pixels does; then
    /// the scanner is in it.
    #[inline(always)]
    pub(super) fn end_recalled_line(&mut self, television: &mut Television) -> bool {
        if self.expected != END && !self.finds_other(END, television) {
            return false;
        }
        let Mode::Recall { line } = self.mode else {
            return false;
        };
        let has_row = self.memo.line(line).has_row() || television.skips_pixels();
        match has_row {
            true => self.end_line(line, television),
            false => self.run_line(television),
        }
        has_row
    }

    /// Ends a line that has been recalled.
    #[inline(always)]
    pub(super) fn end_line(&mut self, number: u16, television: &mut Television) {
        let pixels = match self.memo.row(number) {
            Some(pixels) if !television.skips_pixels() => pixels,
            _ => &[BLANK; WIDTH],
        };
        television.line_part(pixels);
        self.scanner.end_rested_line(television);
        let line = self.memo.line(number);
        self.latches = line.latches | if line.cleared { 0 } else { self.latches };
        self.trust.win(self.scanline, line.saves.into());
        self.memo.follow(number);
        self.recalled += 1;
        self.scanline = television.lines();
    }

    /// Begins a line after one that has been recalled, and before that repeats it if it was without
    /// accesses. Returns the clocks of these repetitions, at most `left`.
    #[inline(always)]
    pub(super) fn begin_line_after_recalled(
        &mut self,
        left: u32,
        television: &mut Television,
    ) -> u32 {
        let Mode::Recall { line: number } = self.mode else {
            return 0;
        };
        let &Line { still, to, .. } = self.memo.line(number);
        let repeated = match still {
            true => self.repeat_line(number, left, television),
            false => 0,
        };
        self.scanline = television.lines();
        match self.memo.line_after(number) {
            Some(next) if self.trust.tries(self.scanline, television.frames()) => {
                self.recall(next, television);
            }
            _ => self.begin_line(Start::Recalled(to), television),
        }
        repeated
    }

    /// The line that begins is recalled; the scanner rests already.
    #[inline]
    fn recall(&mut self, line: u16, television: &Television) {
        self.mode = Mode::Recall { line };
        self.skips_pixels = television.skips_pixels();
        self.go_to(self.memo.first_word(line));
    }

    /// Repeats a line without accesses that has just ended where it began, in at most `clocks`
    /// color clocks. Returns the clocks run.
    #[inline(never)]
    fn repeat_line(&mut self, line: u16, clocks: u32, television: &mut Television) -> u32 {
        let line_clocks = u32::from(LINE_CLOCKS);
        let to_frame_end = television.lines_to_frame_end() as u32 - 1;
        let count = (clocks / line_clocks).min(to_frame_end);
        if count == 0 || television.lines() == 0 {
            return 0;
        }
        let painted = self.memo.row(line).is_some() && !television.skips_pixels();
        self.scanner.rest_for_lines(count, painted, television);
        self.recalled += u64::from(count);
        count * line_clocks
    }

    /// True if the line recalled, or another known one that has been the same so far, has this
    /// access next, which is then recalled. If none has, the scanner runs the line from here on.
    pub(super) fn recalls(&mut self, access: u32, television: &mut Television) -> bool {
        let recalls = self.expected == access || self.finds_other(access, television);
        if recalls {
            self.go_to_next();
        }
        recalls
    }

    /// True if another known line that has been the same so far has this access next, and is
    /// recalled from here on. If none has, the scanner runs the line.
    #[inline(never)]
    fn finds_other(&mut self, access: u32, television: &mut Television) -> bool {
        let Mode::Recall { line } = self.mode else {
            return false;
        };
        let other = self.memo.find_other(line, self.at, access);
        match other {
            Some((line, at)) => {
                self.mode = Mode::Recall { line };
                self.go_to(at);
            }
            None => self.run_line(television),
        }
        other.is_some()
    }
}
