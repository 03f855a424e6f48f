//! A cache of the flash line that instructions are fetched from. It only makes the processor
//! faster: a fetch from that line takes one clock and changes nothing in the accelerator.

use super::mam::Mam;
use crate::Cycle;

/// Number of bytes in a line.
const BYTES: usize = 16;
/// A number that no line has.
const NONE: u32 = u32::MAX;

/// A copy of the accelerator's current line.
pub(super) struct FlashLine {
    number: u32,
    /// The number of the line for each kind of cycle, or [`NONE`] if a cycle of that kind may wait.
    numbers: [u32; 2],
    bytes: [u8; BYTES],
}

impl FlashLine {
    pub(super) fn new() -> FlashLine {
        FlashLine {
            number: NONE,
            numbers: [NONE; 2],
            bytes: [0; BYTES],
        }
    }

    /// Returns the halfword at an even address, if a fetch there takes one clock and changes
    /// nothing.
    #[inline(always)]
    pub(super) fn at_hand(&self, address: u32, cycle: Cycle) -> Option<u16> {
        (address >> 4 == self.numbers[cycle as usize]).then(|| self.half(address))
    }

    #[inline(always)]
    fn half(&self, address: u32) -> u16 {
        let at = address as usize & (BYTES - 2);
        u16::from_le_bytes([self.bytes[at], self.bytes[at + 1]])
    }

    /// Forgets the line, because the accelerator may have changed.
    pub(super) fn forget(&mut self) {
        self.numbers = [NONE; 2];
    }

    /// Returns the halfword at an even address, which the accelerator has just fetched. Caches its
    /// line. `None` outside of flash.
    #[inline(always)]
    pub(super) fn fetched(&mut self, address: u32, mam: &Mam, flash: &[u8]) -> Option<u16> {
        let number = address >> 4;
        if number != self.number {
            let start = number as usize * BYTES;
            self.bytes = *flash.get(start..)?.first_chunk()?;
            self.number = number;
        }
        self.numbers = mam.at_hand().map(|stays| if stays { number } else { NONE });
        Some(self.half(address))
    }
}
