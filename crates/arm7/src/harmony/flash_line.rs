//! A cache of the flash line from which the processor is fetching instructions. It only makes
//! emulation faster: it serves a fetch only if the fetch takes one clock and leaves the
//! accelerator's state unchanged.

use super::mam::Mam;
use crate::Cycle;

/// Number of bytes in a line.
const BYTES: usize = 16;
/// The line number that means "no line".
const NONE: u32 = u32::MAX;

/// A copy of the accelerator's current line.
pub(super) struct FlashLine {
    /// The number of the line in `bytes`.
    number: u32,
    /// The cached line's number, one copy for each kind of [`Cycle`]. A copy is [`NONE`] if a fetch
    /// of that kind may have to wait.
    immediate_numbers: [u32; 2],
    bytes: [u8; BYTES],
}

impl FlashLine {
    pub(super) fn new() -> FlashLine {
        FlashLine {
            number: NONE,
            immediate_numbers: [NONE; 2],
            bytes: [0; BYTES],
        }
    }

    /// Returns the halfword at an even address if fetching it takes one clock and does not change
    /// the accelerator.
    #[inline(always)]
    pub(super) fn cached(&self, address: u32, cycle: Cycle) -> Option<u16> {
        (address >> 4 == self.immediate_numbers[cycle as usize]).then(|| self.halfword(address))
    }

    #[inline(always)]
    fn halfword(&self, address: u32) -> u16 {
        let at = address as usize & (BYTES - 2);
        u16::from_le_bytes([self.bytes[at], self.bytes[at + 1]])
    }

    /// Invalidates the cache. Called whenever the accelerator's state may have changed.
    pub(super) fn invalidate(&mut self) {
        self.immediate_numbers = [NONE; 2];
    }

    /// Returns the halfword at an even address, which the accelerator has just fetched, and caches
    /// its line. Returns `None` outside flash.
    #[inline(always)]
    pub(super) fn fill(&mut self, address: u32, mam: &Mam, flash: &[u8]) -> Option<u16> {
        let number = address >> 4;
        if number != self.number {
            let start = number as usize * BYTES;
            self.bytes = *flash.get(start..)?.first_chunk()?;
            self.number = number;
        }
        self.immediate_numbers = mam
            .is_immediate()
            .map(|immediate| if immediate { number } else { NONE });
        Some(self.halfword(address))
    }
}
