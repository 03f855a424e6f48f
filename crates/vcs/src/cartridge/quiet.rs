//! The bytes of ROM that can be read without involving the board while the board *rests*, that is,
//! while it is neither waiting for the next access nor running ARM code. This speeds up boards that
//! watch every access but react to few.

use arm7::harmony::Effect;
use std::sync::Arc;

/// The bytes of the ROM, each with the effect of reading it. This is empty for boards that always
/// need to see every access.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Quiet {
    /// Each byte of the ROM in the low half, and its [`Effect`] in the high half.
    codes: Arc<[u16]>,
    /// ROM offset of the bank that is in the window.
    pub(crate) bank: usize,
}

impl Quiet {
    pub(crate) fn new(rom: &[u8], effects: &[Effect]) -> Quiet {
        let code = |(byte, effect): (&u8, &Effect)| u16::from(*byte) | (*effect as u16) << 8;
        Quiet {
            codes: rom.iter().zip(effects).map(code).collect(),
            bank: 0,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    #[inline(always)]
    fn code(&self, address: u16) -> Option<u16> {
        let at = self.bank + usize::from(address & 0x0fff);
        self.codes.get(at).copied()
    }

    /// Returns the byte at an address in the window if reading it has no effect.
    #[inline(always)]
    pub(crate) fn byte(&self, address: u16) -> Option<u8> {
        let code = self.code(address)?;
        (code >> 8 == Effect::None as u16).then_some(code as u8)
    }

    /// Returns the byte at an address in the window and the two bytes after it, each with its
    /// [`Effect`] in the high half; `None` if they are not all in the window.
    #[inline(always)]
    pub(crate) fn ahead(&self, address: u16) -> Option<[u16; 3]> {
        let offset = usize::from(address & 0x0fff);
        let codes = self.codes.get(self.bank + offset..)?.first_chunk()?;
        (offset <= 0x0ffd).then_some(*codes)
    }

    /// Returns true if it does not matter when or how often this address is read.
    pub(crate) fn is_timeless(&self, address: u16) -> bool {
        let acts = Effect::Acts as u16;
        self.code(address).is_some_and(|code| code >> 8 != acts)
    }
}
