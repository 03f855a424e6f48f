//! The bytes of ROM that can be read without the board while it rests: on boards that watch every
//! access, and do something at few of them.

use arm7::harmony::Effect;
use std::sync::Arc;

/// See above. Empty for boards that never rest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Quiet {
    /// For each byte of the ROM, that byte and [`Effect`] above it.
    codes: Arc<[u16]>,
    /// Where the bank in the window begins.
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

    /// The byte at an address of the window, if reading it does nothing.
    #[inline(always)]
    pub(crate) fn byte(&self, address: u16) -> Option<u8> {
        let code = self.code(address)?;
        (code >> 8 == Effect::None as u16).then_some(code as u8)
    }

    /// The bytes at an address of the window and behind it, with [`Effect`] above them; `None`
    /// where they reach the window's end.
    #[inline(always)]
    pub(crate) fn ahead(&self, address: u16) -> Option<[u16; 3]> {
        let offset = usize::from(address & 0x0fff);
        let codes = self.codes.get(self.bank + offset..)?.first_chunk()?;
        (offset <= 0x0ffd).then_some(*codes)
    }

    /// True if it makes no difference when, and how often, the byte at an address is read.
    pub(crate) fn is_timeless(&self, address: u16) -> bool {
        let acts = Effect::Acts as u16;
        self.code(address).is_some_and(|code| code >> 8 != acts)
    }
}
