//! Accesses to the chip as words that are compared.
//!
//! A word holds all that an access can tell the chip: clock, register and byte, and whether it is a
//! read. So equal words are equal accesses. A [`Cursor`] is the place in a known line up to which
//! the accesses of the line in progress have been the same.

use crate::{place, tia::hsync::LINE_CLOCKS};

/// Color clocks of a CPU cycle.
const CLOCKS_PER_CYCLE: u64 = place::CLOCKS_PER_CYCLE as u64;
/// In place of a line's key, to which no word adds up to a write's.
const NO_LINE: u64 = 0x8000;
/// The word after a line's last access.
pub(super) const END: u32 = u32::MAX;
/// No word: no line is recalled.
pub(super) const NONE: u32 = u32::MAX - 1;
/// Set in the word of a read.
const READ: u32 = 0x4000;

/// A write at a clock.
#[inline(always)]
pub(super) fn event(clock: u8, register: u8, data: u8) -> u32 {
    u32::from_le_bytes([data, register & 0x3f, clock, 0])
}

/// A read of a collision register at a clock. A word with the latches that it finds, but for those
/// at the line's start, follows.
pub(super) fn read_event(clock: u8, register: u8) -> u32 {
    event(clock, register & 7, 0) | READ
}

pub(super) fn is_read(word: u32) -> bool {
    word & READ != 0
}

/// Clock, register and byte.
pub(super) fn unpack(word: u32) -> (u8, u8, u8) {
    let [data, register, clock, _] = word.to_le_bytes();
    (clock, register & 0x3f, data)
}

/// A write in a cycle as a key: a word whose clock is not the line's, but that since power-on.
#[inline(always)]
pub(super) fn write_key(cycle: u64, register: u8, data: u8) -> u64 {
    key_of_clock(CLOCKS_PER_CYCLE * cycle) | u64::from(register) << 8 | u64::from(data)
}

#[inline(always)]
fn key_of_clock(clock: u64) -> u64 {
    clock << 16
}

/// The next access of the line that is recalled.
#[derive(Debug)]
pub(super) struct Cursor {
    /// Where its word is, and that word; [`NONE`] if no line is recalled.
    pub at: usize,
    pub word: u32,
    /// The [key](write_key) of that access. It is the sum of its word and of the key of the line's
    /// start; with [`END`] or [`NONE`] it is no write's.
    pub key: u64,
    line_key: u64,
    /// The value of `at` when the chip last ran: the accesses after it are noted.
    pub reached: usize,
}

impl Default for Cursor {
    fn default() -> Cursor {
        Cursor {
            at: 0,
            word: NONE,
            key: NO_LINE,
            line_key: NO_LINE,
            reached: 0,
        }
    }
}

impl Cursor {
    /// Goes to an access, to which the chip has run.
    #[inline(always)]
    pub(super) fn go_to(&mut self, at: usize, word: u32) {
        (self.at, self.reached) = (at, at);
        self.expect(word);
    }

    /// Goes to the next access; the chip has not run to this one.
    #[inline(always)]
    pub(super) fn note(&mut self, at: usize, word: u32) {
        self.at = at;
        self.expect(word);
    }

    /// Expects another word.
    #[inline(always)]
    pub(super) fn expect(&mut self, word: u32) {
        self.word = word;
        self.key = self.line_key.wrapping_add(word.into());
    }

    /// The chip has run to the end of a cycle, which is this clock of a line; `None` if it has to
    /// run to each access.
    #[inline]
    pub(super) fn reach(&mut self, cycle: u64, clock: Option<u8>) {
        self.line_key = match clock {
            Some(clock) => key_of_clock((CLOCKS_PER_CYCLE * cycle).wrapping_sub(clock.into())),
            None => NO_LINE,
        };
        self.expect(self.word);
        self.reached = self.at;
    }

    /// The key of a word in the next line.
    #[inline(always)]
    pub(super) fn key_in_next_line(&self, word: u32) -> u64 {
        self.next_line().wrapping_add(word.into())
    }

    /// Goes to the next line.
    #[inline(always)]
    pub(super) fn begin_next_line(&mut self) {
        self.line_key = self.next_line();
    }

    #[inline(always)]
    fn next_line(&self) -> u64 {
        self.line_key.wrapping_add(key_of_clock(LINE_CLOCKS.into()))
    }
}
