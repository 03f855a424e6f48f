//! Recalls scanlines that recur, by copying their stored results.
//!
//! What a line shows, which collisions it latches, and the chip's state at its end depend only on
//! the chip's state at its start and the writes in the line: see
//! [`LineStart`](super::scanner::LineStart). Most pictures change little, and many scroll, so
//! nearly every line begins and continues like some earlier one. [`Memo`] stores lines with their
//! results.
//!
//! [`Trust`] decides which lines are *tried*. In a line that is tried, the [`Scanner`] *waits*:
//! time passes, but writes are only noted. At the line's end, this module searches for a stored
//! line that began in the same state and has the same writes. If there is one, its pixels are
//! copied, its latches are set, and the chip gets the state in which that line ended. If there is
//! none, the line is run and stored. The result is the same either way, because:
//!
//! 1. Each known state has a number, and states that differ in any field have different numbers.
//!    When a line is tried, the state at its start is given a number unless it already has one.
//! 2. A write is noted with its clock, register and byte. Some accesses are carried out at their
//!    clocks instead: writes to WSYNC (which concerns only the processor), writes to the audio
//!    registers, and reads of the input pins. A write to VBLANK is noted, and also acts on the
//!    input pins at its clock.
//! 3. VSYNC and RSYNC affect more than the chip's pixels. A write to either ends the waiting: the
//!    line is run up to that clock, and the rest of the line is run as usual. A read of a
//!    collision register is noted like a write. The part of the line before this read is stored
//!    together with the latches that this part has set. Any later line that is equal up to the same
//!    read has set the same latches.
//! 4. Only CXCLR clears collision latches, so the latches that a line sets do not depend on those
//!    that were already set. While the scanner is waiting, this module keeps the latches as they
//!    were at the start of the line. If the line is run, it starts with clear latches, and the ones
//!    that it sets are added. CXCLR clears the kept latches immediately. It is also noted, so that
//!    it clears the new latches when the line is run.
//! 5. When pixels are being skipped, the pixels of a line that is run and stored are computed all
//!    the same. They are stored, and then made blank in the picture. So a later frame can recall
//!    the line, whether it needs the pixels or not.
//!
//! Which lines are stored and tried depends on earlier lines, not only on the machine's state. A
//! copied or loaded machine starts without stored lines, but still makes the same frames as the
//! original.

mod memo;
#[cfg(test)]
mod tests;
mod trust;

use super::scanner::{READ_FLAG, Scanner};
use crate::{
    bus::VideoChip,
    television::{BLANK, Television, WIDTH},
    tia::{
        Tia,
        hsync::LINE_CLOCKS,
        inputs::Pins,
        registers::write::{AUDC0, AUDV1, CXCLR, RSYNC, VBLANK, VSYNC, WSYNC},
    },
};
use memo::{Memo, NONE};
use trust::{LOOK_UP_WORK, NEW_STATE_WORK, STORED_LINE_WORK, Trust};

/// Number of lines to run before storing any. Most copies of a machine run fewer, so they need no
/// memory for stored lines.
const LINES_BEFORE_STORING: u32 = 256;

/// True if lines are stored. A web page stores none: it needs only sixty frames per second, and its
/// program must be small.
const STORES_LINES: bool = !cfg!(target_family = "wasm");

/// A set of registers. While the scanner is waiting, writes to them are noted but not yet
/// performed.
const NOTED: u64 = !(1 << VSYNC | 1 << WSYNC | 1 << RSYNC | 1 << CXCLR | 0x3f << AUDC0);

/// The console as the machine runs it.
pub(crate) type Console = crate::bus::Console<Recurring>;

/// A [`Scanner`], and the lines that it has run and stored.
#[derive(Debug)]
pub struct Recurring {
    /// The scanner. It has the whole state of the chip, except while it waits (see above).
    pub(super) scanner: Scanner,
    /// The number of the state in which the line in progress began, if the scanner is waiting in
    /// this line; otherwise `None`.
    from: Option<u16>,
    /// While the scanner is waiting, the collision latches at the start of the line in progress, or
    /// 0 after a write to CXCLR in that line.
    latches: u16,
    memo: Memo,
    trust: Trust,
    /// The chip's line count from which lines are stored.
    first_stored: u32,
    /// The number of scanlines that were recalled.
    pub(crate) recalled_lines: u64,
}

impl Recurring {
    /// Creates a chip that continues from the state of `chip`.
    pub fn new(chip: Tia) -> Recurring {
        Recurring::with(Scanner::new(chip), LINES_BEFORE_STORING)
    }

    /// Does the same as [`Recurring::new`], but tries and stores every line, from the very first
    /// one. For tests.
    pub fn eager(chip: Tia) -> Recurring {
        let mut recurring = Recurring::with(Scanner::new(chip), 0);
        recurring.trust.always = true;
        recurring
    }

    fn with(scanner: Scanner, lines_before: u32) -> Recurring {
        Recurring {
            first_stored: scanner.chip.lines.wrapping_add(lines_before),
            scanner,
            from: None,
            latches: 0,
            memo: Memo::default(),
            trust: Trust::default(),
            recalled_lines: 0,
        }
    }

    /// Returns the number of the state in which the line in progress began, if the scanner is
    /// waiting in this line.
    #[inline(always)]
    fn start_state(&self) -> Option<u16> {
        self.from.filter(|_| STORES_LINES)
    }

    /// Runs at most `clocks` color clocks. If they end within the current line, runs all of them.
    /// Otherwise, runs up to the start of the line in which they end; if that line is to be tried,
    /// the scanner waits in it from then on. Returns the number of clocks left.
    #[inline(never)]
    fn run_line(&mut self, clocks: u32, television: &mut Television) -> u32 {
        let to_end = u32::from(LINE_CLOCKS - self.scanner.chip.clock());
        if !STORES_LINES || clocks < to_end {
            self.scanner.finish_run(clocks, television);
            return 0;
        }
        // The last `left` clocks are in a line that they do not complete. The scanner waits in this
        // line if it is to be tried.
        let left = (clocks - to_end) % u32::from(LINE_CLOCKS);
        self.scanner.finish_run(clocks - left, television);
        if self.scanner.chip.clock() == 0
            && self.may_try(television)
            && let Some(start) = self.scanner.wait_here()
        {
            self.latches = self.scanner.chip.collisions.latches;
            self.trust.saved -= LOOK_UP_WORK;
            self.memo.make_room(NONE);
            self.from = Some(self.memo.number_of(start));
        }
        left
    }

    /// Returns true if the line that begins now is to be tried.
    fn may_try(&mut self, television: &Television) -> bool {
        // Allocate memory once, when the first line may be stored.
        if !self.memo.is_reserved() {
            if (self.scanner.chip.lines.wrapping_sub(self.first_stored) as i32) < 0 {
                return false;
            }
            self.memo.reserve();
            self.trust.reserve();
        }
        self.trust.may_try(television.lines(), television.frames())
    }

    /// Lets time pass while the scanner is waiting, and ends each complete line by recalling it, or
    /// by running and storing it. Stops when the clocks are used up or the scanner is no longer
    /// waiting. Returns the number of clocks left.
    #[inline(never)]
    fn pass_lines(&mut self, mut clocks: u32, television: &mut Television) -> u32 {
        while clocks > 0
            && let Some(from) = self.start_state()
        {
            let to_end = u32::from(LINE_CLOCKS - self.scanner.chip.clock());
            if clocks < to_end {
                let clock = LINE_CLOCKS - (to_end - clocks) as u8;
                self.scanner.chip.hsync.go_to(clock);
                return 0;
            }
            clocks -= to_end;
            match self.memo.find(from, |line| line.to != NONE) {
                Some(line) => self.recall(line, television),
                None => self.run_and_store(from, television),
            }
            self.memo.begin_line();
        }
        clocks
    }

    /// Ends the line in progress by applying the results of a stored line.
    #[inline(always)]
    fn recall(&mut self, line: u16, television: &mut Television) {
        let line = self.memo.line(line);
        let pixels = match television.skips_pixels() {
            true => &[BLANK; WIDTH],
            false => &line.pixels,
        };
        television.add_pixels(pixels);
        let writes = self.memo.notes().len();
        self.trust.succeed(television.lines(), writes);
        self.scanner.end_waited_line(television);
        self.latches |= line.latches;
        self.from = Some(line.to);
        self.recalled_lines += 1;
    }

    /// Runs the line in progress, whose time has already passed, and stores it. If the next line
    /// can and should be tried, the scanner waits in it.
    #[inline(never)]
    fn run_and_store(&mut self, from: u16, television: &mut Television) {
        self.trust.fail(television.lines(), television.frames());
        self.trust.saved -= STORED_LINE_WORK;
        // When the counter leaves clock 0, it clears the WSYNC flag, which `run_from` copies.
        self.scanner.chip.hsync.go_to(LINE_CLOCKS);
        let skips = television.stop_skipping_pixels();
        let from = self.run_from(from, LINE_CLOCKS, television);
        // Right after the end of a frame, the television has no previous line.
        let pixels = (television.lines() > 0).then(|| *television.previous_line());
        if skips {
            television.skip_last_line();
            self.scanner.last_skipped = true;
        }
        let latches = self.scanner.chip.collisions.latches;
        self.latches |= latches;
        self.from = self.scanner.wait_here().map(|end| self.memo.number_of(end));
        let Some(to) = self.from else {
            self.scanner.chip.collisions.latches |= self.latches;
            return;
        };
        if let Some(pixels) = pixels {
            self.memo.store_line([from, to], latches, &pixels);
        }
        if !self.trust.may_try(television.lines(), television.frames()) {
            self.memo.begin_line();
            self.wake(television);
        }
    }

    /// Runs the line in progress from its start, in the state numbered `state`, to `clock`. Returns
    /// the new number of that state: making room for the line may change it.
    fn run_from(&mut self, state: u16, clock: u8, television: &mut Television) -> u16 {
        let state = self.memo.make_room(state);
        let (start, writes) = (self.memo.state(state), self.memo.notes());
        self.scanner.run_from(start, writes, clock, television);
        state
    }

    /// Ends the scanner's wait, if it is waiting: runs the line up to the current clock. The
    /// scanner does not wait during the rest of that line.
    fn wake(&mut self, television: &mut Television) {
        if let Some(from) = self.from.take() {
            self.trust.saved -= NEW_STATE_WORK;
            self.run_from(from, self.scanner.chip.clock(), television);
            self.scanner.chip.collisions.latches |= self.latches;
            self.memo.begin_line();
        }
    }

    /// Notes a write that comes `clocks` after the chip's current clock. If the scanner is not
    /// waiting, or if the write must take effect immediately, does nothing and returns false. The
    /// chip's time does not change: after the note, the chip is [behind](Recurring::is_behind).
    #[inline(always)]
    pub(super) fn try_note(&mut self, clocks: u32, register: u8, data: u8) -> bool {
        let clock = u32::from(self.scanner.chip.clock()) + clocks;
        self.start_state().is_some()
            && clock < LINE_CLOCKS.into()
            && NOTED >> register & 1 != 0
            && self.memo.note(clock as u8, register, data)
    }

    /// Returns true if the last noted write comes after the chip's current clock.
    pub(super) fn is_behind(&self) -> bool {
        // Byte 2 of a note is its clock (`encode_note` in `scanner/line_start.rs`).
        let last = self.memo.notes().last();
        last.is_some_and(|note| note.to_le_bytes()[2] > self.scanner.chip.clock())
    }

    /// Performs a write while the scanner is waiting.
    fn write_waiting(&mut self, register: u8, data: u8, television: &mut Television) {
        if register == CXCLR && self.memo.note(self.scanner.chip.clock(), register, data) {
            self.latches = 0;
            return;
        }
        if register == VBLANK {
            self.scanner.chip.inputs.vblank(data);
        }
        if self.try_note(0, register, data) {
            return;
        }
        if !matches!(register, WSYNC | AUDC0..=AUDV1) {
            self.trust.fail(television.lines(), television.frames());
            self.wake(television);
        }
        self.scanner.write(register, data, television);
    }

    /// Sets the chip's latches for a read of collisions while the scanner is waiting. If there is a
    /// stored line that is equal up to the same read, uses its latches. Otherwise, runs the line up
    /// to the current clock, and stores that part of the line with the latches that it sets.
    fn latch_for_read(&mut self, from: u16, register: u8, television: &mut Television) {
        let clock = self.scanner.chip.clock();
        let is_noted = self.memo.note(clock, register & 7 | READ_FLAG, 0);
        let known = self.memo.find(from, |line| line.to == NONE);
        if let Some(line) = known.filter(|_| is_noted) {
            let latches = self.latches | self.memo.line(line).latches;
            self.scanner.chip.collisions.latches = latches;
            self.scanner.chip.shown = 0;
            return;
        }
        self.trust.fail(television.lines(), television.frames());
        self.trust.saved -= NEW_STATE_WORK;
        self.from = None;
        let from = self.run_from(from, clock, television);
        // Brings the latches up to date; the byte is not needed.
        self.scanner.read(register, 0);
        if is_noted {
            let seen = self.scanner.chip.readable_collisions().bits();
            self.memo.store_line([from, NONE], seen, &[BLANK; WIDTH]);
        }
        self.memo.begin_line();
        self.scanner.chip.collisions.latches |= self.latches;
    }
}

impl VideoChip for Recurring {
    fn copy(&self, television: &mut Television) -> Recurring {
        let mut scanner = self.scanner.clone();
        if let Some(from) = self.from {
            let (start, writes) = (self.memo.state(from), self.memo.notes());
            let to = scanner.chip.clock();
            scanner.run_from(start, writes, to, television);
            scanner.chip.collisions.latches |= self.latches;
        }
        Recurring::with(scanner, LINES_BEFORE_STORING)
    }

    fn run(&mut self, mut clocks: u32, television: &mut Television) {
        if self.scanner.begin_run(clocks, television) {
            return;
        }
        while clocks > 0 {
            clocks = match self.start_state() {
                Some(_) => self.pass_lines(clocks, television),
                None => self.run_line(clocks, television),
            }
        }
    }

    #[inline(always)]
    fn write(&mut self, register: u8, data: u8, television: &mut Television) {
        match self.start_state() {
            None => self.scanner.write(register, data, television),
            Some(_) => self.write_waiting(register & 0x3f, data, television),
        }
    }

    fn read(&mut self, register: u8, bus: u8, television: &mut Television) -> u8 {
        if register & 8 == 0
            && let Some(from) = self.start_state()
        {
            self.latch_for_read(from, register, television);
            return self.scanner.chip.read(register, bus);
        }
        self.scanner.read(register, bus)
    }

    fn settle(&mut self, television: &mut Television) -> &Tia {
        self.wake(television);
        self.scanner.settle(television)
    }

    fn set_inputs(&mut self, pins: Pins) {
        self.scanner.set_inputs(pins);
    }

    fn change_chip(&mut self, television: &mut Television, change: impl FnOnce(&mut Tia)) {
        self.wake(television);
        self.scanner.change_chip(television, change);
    }

    fn clock(&self) -> u8 {
        self.scanner.chip.clock()
    }

    fn clocks_to_line_end(&self) -> u32 {
        self.scanner.chip.clocks_to_line_end()
    }

    fn sync_active(&self) -> bool {
        self.scanner.chip.sync_active()
    }
}
