//! Accesses to the chip as words that are compared.
//!
//! A word holds all that an access can tell the chip: clock, register and byte, and whether it is a
//! read. So equal words are equal accesses.

use crate::{place, tia::hsync::LINE_CLOCKS};

/// Color clocks of a CPU cycle.
const CLOCKS_PER_CYCLE: u64 = place::CLOCKS_PER_CYCLE as u64;
/// In place of a line's key, to which no word adds up to a write's.
pub(super) const NO_LINE: u64 = 0x8000;
/// The word after a line's last access.
pub(super) const END: u32 = u32::MAX;
/// No word: no line is recalled.
pub(super) const NONE: u32 = u32::MAX - 1;
/// Set in the word of a read.
const READ: u32 = 0x4000;
/// Set in the word with what a read has found: CXCLR was written before it, in this line.
const CLEARED: u32 = 0x1_0000;

/// A write at a clock.
#[inline(always)]
pub(super) fn event(clock: u8, register: u8, data: u8) -> u32 {
    u32::from_le_bytes([data, register & 0x3f, clock, 0])
}

/// The clock of a write.
#[inline(always)]
pub(super) fn clock(word: u32) -> u8 {
    (word >> 16) as u8
}

/// A write in a cycle as a key: a word whose clock is not the line's, but that since power-on.
#[inline(always)]
pub(super) fn write_key(cycle: u64, register: u8, data: u8) -> u64 {
    key_of_clock(CLOCKS_PER_CYCLE * cycle) | u64::from(register) << 8 | u64::from(data)
}

/// The key of the line's start, given a clock of the line in this cycle. With the word of a write
/// added it is the write's; with [`END`] or [`NONE`], no write's.
pub(super) fn line_key(cycle: u64, clock: u8) -> u64 {
    key_of_clock((CLOCKS_PER_CYCLE * cycle).wrapping_sub(clock.into()))
}

/// The key of the next line's start.
#[inline(always)]
pub(super) fn next_line(line_key: u64) -> u64 {
    line_key.wrapping_add(key_of_clock(LINE_CLOCKS.into()))
}

#[inline(always)]
fn key_of_clock(clock: u64) -> u64 {
    clock << 16
}

/// A read of a collision register at a clock. Another word follows.
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

/// The latches of this line that a read has found, all of them if CXCLR was written before it.
pub(super) fn seen(latches: u16, cleared: bool) -> u32 {
    u32::from(latches) | if cleared { CLEARED } else { 0 }
}

/// See [`seen`].
pub(super) fn unpack_seen(word: u32) -> (u16, bool) {
    (word as u16, word & CLEARED != 0)
}
