//! Finds reads of ROM that do not have to be passed to the board while it is *at rest*, that is,
//! while it is neither waiting for the next access nor running ARM code. This speeds up boards that
//! watch every access but react to few.

use arm7::harmony::Effect;
use std::sync::Arc;

/// The bytes of the ROM, each with the effect of reading it. Empty for boards that must always see
/// every access.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Quiet {
    /// A code for each byte of the ROM. Bits 0 to 7 are the byte, and bits 8 to 15 are its
    /// [`Effect`].
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
        let index = self.bank + usize::from(address & 0x0fff);
        self.codes.get(index).copied()
    }

    /// Returns the byte at an address in the window if reading it has no effect.
    #[inline(always)]
    pub(crate) fn byte(&self, address: u16) -> Option<u8> {
        let code = self.code(address)?;
        (code >> 8 == Effect::None as u16).then_some(code as u8)
    }

    /// Returns the codes of the byte at an address in the window and of the next two bytes, each
    /// with its [`Effect`] in bits 8 to 15. Returns `None` if these bytes are not all in the
    /// window.
    #[inline(always)]
    pub(crate) fn ahead(&self, address: u16) -> Option<[u16; 3]> {
        let offset = usize::from(address & 0x0fff);
        let codes = self.codes.get(self.bank + offset..)?.first_chunk()?;
        (offset <= 0x0ffd).then_some(*codes)
    }

    /// Returns true if it makes no difference when or how often this address is read.
    pub(crate) fn is_timeless(&self, address: u16) -> bool {
        let direct = Effect::Direct as u16;
        self.code(address).is_some_and(|code| code >> 8 != direct)
    }
}
