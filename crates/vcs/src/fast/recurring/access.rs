//! Accesses to the chip as words that are compared.
//!
//! A word holds all that an access can tell the chip: clock, register and byte, and whether it is a
//! read. So equal words are equal accesses.

/// The word after a line's last access.
pub(super) const END: u32 = u32::MAX;
/// Set in the word of a read.
const READ: u32 = 0x4000;
/// Set in the word with what a read has found: CXCLR was written before it, in this line.
const CLEARED: u32 = 0x1_0000;

/// A write at a clock.
#[inline(always)]
pub(super) fn event(clock: u8, register: u8, data: u8) -> u32 {
    u32::from_le_bytes([data, register & 0x3f, clock, 0])
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
