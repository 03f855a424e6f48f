//! From a line that is recalled to one that is run.
//!
//! The scanner gets the chip at the line's start and makes the accesses so far again, at their
//! clocks. That is what it would have done in the first place, for a line follows from the two.
//! What it shows goes to a television apart, and from there to the set, which has none of this line
//! yet. The latches at the line's start are added, but for those from before a CXCLR.

use super::{
    Recurring, Scanner,
    access::{NONE, is_read, unpack},
    memo::Memo,
    mode::Mode,
    trust::NEW_STATE,
};
use crate::{television::Television, tia::registers::write::CXCLR};

impl Recurring {
    /// The scanner runs the line that was recalled so far, and it is kept.
    pub(super) fn run_line(&mut self, television: &mut Television) {
        let Mode::Recall { line } = self.mode else {
            return;
        };
        let at = self.at;
        self.mode = Mode::Run;
        self.expect(NONE);
        self.trust.save(-NEW_STATE);
        self.cleared = run_accesses(
            &mut self.scanner,
            &self.memo,
            (line, at),
            television,
            &mut self.apart,
        );
        match self.memo.has_room() {
            true => {
                self.mode = Mode::Keep {
                    from: self.memo.line(line).from,
                    log: self.memo.log_again(line, at),
                    painted: !television.skips_pixels(),
                };
            }
            false => self.join_latches(),
        }
    }

    /// The scanner runs the rest of the line, which is not kept.
    pub(crate) fn stop_recalling(&mut self, television: &mut Television) {
        if self.runs() {
            return;
        }
        match self.mode {
            Mode::Run => {}
            Mode::Keep { log, .. } => self.memo.forget(log),
            Mode::Recall { line } => {
                self.cleared = run_accesses(
                    &mut self.scanner,
                    &self.memo,
                    (line, self.at),
                    television,
                    &mut self.apart,
                );
            }
        }
        self.join_latches();
        self.mode = Mode::Run;
        self.expect(NONE);
    }

    /// Gives the scanner the latches at the line's start.
    fn join_latches(&mut self) {
        if !self.cleared {
            self.scanner.add_latches(self.latches);
        }
    }

    /// A scanner in the same state, with an empty memory.
    pub(super) fn copy_scanner(&self, television: &mut Television) -> Scanner {
        let mut scanner = self.scanner.clone();
        if self.runs() {
            return scanner;
        }
        let cleared = match self.mode {
            Mode::Run => true,
            Mode::Keep { .. } => self.cleared,
            Mode::Recall { line } => {
                let mut apart = Television::default();
                let accesses = (line, self.at);
                run_accesses(&mut scanner, &self.memo, accesses, television, &mut apart)
            }
        };
        if !cleared {
            scanner.add_latches(self.latches);
        }
        scanner
    }
}

/// Runs a line again: the accesses of a known line before `at`. True if one of them was CXCLR.
fn run_accesses(
    scanner: &mut Scanner,
    memo: &Memo,
    (line, at): (u16, usize),
    television: &mut Television,
    apart: &mut Television,
) -> bool {
    let mut cleared = false;
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
                cleared |= register == CXCLR;
                scanner.write(register, data, apart);
            }
        }
    });
    cleared
}
