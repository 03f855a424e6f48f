use super::{Access, Answer, Mapper, Scheme, Window};
use serde::{Deserialize, Serialize};

/// The boards that fill the window with one bank of 4 KiB and listen to the console's own addresses
/// to choose it. They decode few address lines, so most of their hot spots have many mirrors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Below {
    scheme: Scheme,
    banks: u16,
    bank: u16,
    /// MDM: no more switching until power-on.
    locked: bool,
}

impl Below {
    pub fn new(scheme: Scheme, size: usize) -> Below {
        let banks = (size / 0x1000).max(1) as u16;
        let bank = match scheme {
            Scheme::X0fa0 => 1,
            Scheme::Sb => banks - 1,
            _ => 0,
        };
        Below {
            scheme,
            banks,
            bank,
            locked: false,
        }
    }

    // Masks as in Stella; addresses have 13 lines.
    fn chosen(&mut self, address: u16) -> Option<u16> {
        let pair = |mask: u16, first: u16, second: u16| match address & mask {
            line if line == first => Some(0),
            line if line == second => Some(1),
            _ => None,
        };
        match self.scheme {
            Scheme::Ua => pair(0x1260, 0x0220, 0x0240),
            Scheme::UaSw => pair(0x1260, 0x0240, 0x0220),
            Scheme::X0840 => pair(0x1840, 0x0800, 0x0840),
            Scheme::X0fa0 => pair(0x16e0, 0x06a0, 0x06c0),
            Scheme::Sb => (address & 0x1800 == 0x0800).then_some(address),
            Scheme::X07 if address & 0x180f == 0x080d => Some(address >> 4 & 0x0f),
            // Every access to the TIA moves between the last two banks.
            Scheme::X07 if address & 0x1880 == 0 && self.bank >= 14 => {
                Some(14 + (address >> 6 & 1))
            }
            Scheme::Mdm => self.chosen_by_menu(address),
            _ => None,
        }
    }

    /// MDM: a bank above 127 is the last choice.
    fn chosen_by_menu(&mut self, address: u16) -> Option<u16> {
        if address & 0x1c00 != 0x0800 || self.locked {
            return None;
        }
        self.locked = address & 0xff > 127;
        Some(address & 0xff)
    }
}

impl Mapper for Below {
    fn map(&self, window: &mut Window) {
        window.map_bank(usize::from(self.bank % self.banks.max(1)));
    }

    fn access(&mut self, _access: Access, _rom: &[u8]) -> Answer {
        Answer::ROM
    }

    fn listens_below(&self) -> bool {
        true
    }

    fn access_below(&mut self, access: Access, _rom: &[u8]) -> bool {
        match self.chosen(access.address) {
            Some(bank) => {
                self.bank = bank % self.banks;
                true
            }
            None => false,
        }
    }

    fn identity(&self) -> (usize, usize) {
        (self.scheme as usize, usize::from(self.banks))
    }
}
