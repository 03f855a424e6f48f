//! FC, the Amiga Power Play Arcade: two writes prepare a bank, and then an access to the reset
//! vector switches to it.

use super::Access;

/// The bank that the next access to `$1FFC` selects.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Prepared {
    pub bank: u16,
}

impl Prepared {
    /// Handles an access to the window. Returns the bank that it selects; `None` if it selects
    /// none.
    pub(super) fn selected_bank(
        &mut self,
        address: u16,
        access: Access,
        banks: u16,
    ) -> Option<u16> {
        let data = u16::from(access.data);
        match (address, access.write) {
            (0xff8, true) => self.bank = data & 3,
            (0xff9, true) if data * 4 < banks => self.bank = (self.bank + data * 4) % banks,
            (0xff9, true) => self.bank = data % banks,
            (0xffc, _) => return Some(self.bank),
            _ => {}
        }
        None
    }
}

/// Adds zeros to the end of the ROM until its size is a power of two.
pub(super) fn pad_to_power_of_two(rom: &mut Vec<u8>) {
    rom.resize(rom.len().next_power_of_two(), 0);
}
