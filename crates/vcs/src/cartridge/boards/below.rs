//! UA, UASW, 0840, 0FA0, SB, X07 and MDM: one bank of 4 KiB fills the window `$1000-$1FFF`.
//! Accesses below the window, to the console's chips, select the bank.
//!
//! These boards decode few address lines, so most of their hot spots have many mirrors.

use super::{Access, Answer, Mapper, Scheme, Spots, Window};
use serde::{Deserialize, Serialize};

/// A board whose hot spots lie below the window.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Below {
    scheme: Scheme,
    banks: u16,
    bank: u16,
    /// MDM: true if bank switching is off until the next power-on.
    locked: bool,
}

impl Below {
    /// Returns the bank that an access to an address selects; `None` if it selects none.
    // The masks are the same as in Stella. Addresses have 13 bits.
    fn selected_bank(&mut self, address: u16) -> Option<u16> {
        match self.scheme {
            Scheme::Sb => (address & 0x1800 == 0x0800).then_some(address),
            Scheme::X07 if address & 0x180f == 0x080d => Some(address >> 4 & 0x0f),
            // While bank 14 or 15 is selected, every access to the TIA selects one of these two.
            Scheme::X07 if address & 0x1880 == 0 && self.bank >= 14 => {
                Some(14 + (address >> 6 & 1))
            }
            Scheme::Mdm => self.bank_selected_by_menu(address),
            _ => match self.scheme.row().spots {
                Spots::Pair(mask, first, _) if address & mask == first => Some(0),
                Spots::Pair(mask, _, second) if address & mask == second => Some(1),
                _ => None,
            },
        }
    }

    /// Returns the bank that an address selects on MDM. After a switch to a bank above 127, no
    /// further switch is possible until the next power-on.
    fn bank_selected_by_menu(&mut self, address: u16) -> Option<u16> {
        if address & 0x1c00 != 0x0800 || self.locked {
            return None;
        }
        self.locked = address & 0xff > 127;
        Some(address & 0xff)
    }
}

impl Mapper for Below {
    fn new(scheme: Scheme, rom: &mut Vec<u8>) -> Below {
        let banks = (rom.len() / 0x1000).max(1) as u16;
        Below {
            scheme,
            banks,
            bank: scheme.start_bank(banks),
            locked: false,
        }
    }

    fn map(&self, window: &mut Window) {
        window.map_bank(usize::from(self.bank % self.banks.max(1)));
    }

    fn access(&mut self, _access: Access, _rom: &[u8]) -> Answer {
        Answer::ROM
    }

    fn listens_below(&self) -> bool {
        true
    }

    fn listens_to_tia(&self) -> bool {
        self.scheme == Scheme::X07
    }

    fn listens_to_ram(&self) -> bool {
        false
    }

    fn access_below(&mut self, access: Access, _rom: &[u8]) -> bool {
        match self.selected_bank(access.address) {
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
