//! The boards that fill the window `$1000-$1FFF` with one bank of 4 KiB. An access to the window
//! selects the bank.
//!
//! F8, F6, F4, FA, EF, DF, BF and JANE have one hot spot for each bank. The hot spots are at
//! consecutive addresses near the end of the window (those of JANE are in two pairs). F8SC, F6SC,
//! F4SC, EFSC, DFSC and BFSC also have 128 bytes of RAM; 4KSC has that RAM but only one bank. FA2,
//! FC, F0, FV, WF8 and TVBOY each have a rule of their own, which is in a separate file.
//!
//! The RAM's write port is at the start of the window, and its read port is directly after that.
//! Each port is as large as the RAM.

mod f0;
mod fa2;
mod fc;
mod fv;
mod saved;
mod tvboy;
mod wf8;

use super::{Access, Answer, Mapper, Ram, Scheme, Spots, Window};
use serde::{Deserialize, Serialize};

/// The board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "saved::Saved", into = "saved::Saved")]
pub struct Banked {
    scheme: Scheme,
    banks: u16,
    bank: u16,
    ram: Ram,
    rule: Rule,
}

/// The rule by which an access selects a bank.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Rule {
    /// The scheme's [`Spots::Ranges`] assign a bank to each hot spot.
    Ranges,
    /// WF8: a data bit selects the bank.
    DataBit,
    /// F0: each access to the hot spot selects the next bank.
    Counter,
    /// FV: the hot spot selects bank 1, which stays selected until the next power-on.
    OneWay,
    /// TVBOY: like `Ranges`, but the hot spots work only while bank 0 is selected.
    Menu,
    /// FC: two writes prepare a bank, and an access switches to it.
    Prepared(fc::Prepared),
    /// FA2: like `Ranges`, with a flash memory.
    Flash(fa2::Flash),
}

impl Rule {
    fn of(scheme: Scheme) -> Rule {
        match scheme {
            Scheme::Wf8 => Rule::DataBit,
            Scheme::F0 => Rule::Counter,
            Scheme::Fv => Rule::OneWay,
            Scheme::TvBoy => Rule::Menu,
            Scheme::Fc => Rule::Prepared(fc::Prepared::default()),
            Scheme::Fa2 => Rule::Flash(fa2::Flash::new(scheme.row().ram)),
            _ => Rule::Ranges,
        }
    }

    /// Returns the first and the last of the hot spots that this rule adds to those in
    /// [`Spots::Ranges`]; `None` if it adds none.
    fn added_spots(&self) -> Option<(usize, usize)> {
        match self {
            Rule::Ranges | Rule::Menu => None,
            Rule::DataBit => Some((0xff8, 0xff8)),
            Rule::Counter => Some((0xff0, 0xff0)),
            Rule::OneWay => Some((0xfd0, 0xfd0)),
            Rule::Prepared(_) => Some((0xff8, 0xffc)),
            Rule::Flash(_) => Some((fa2::STATUS.into(), fa2::STATUS.into())),
        }
    }
}

impl Banked {
    /// Returns the bank that an access to this address of the window selects; `None` if it selects
    /// none.
    fn selected_bank(&mut self, address: u16, access: Access) -> Option<u16> {
        match &mut self.rule {
            Rule::Ranges | Rule::Flash(_) => self.bank_in_ranges(address),
            Rule::DataBit => wf8::selected_bank(address, access),
            Rule::Counter => f0::selected_bank(address, self.bank, self.banks),
            Rule::OneWay => fv::selected_bank(address),
            Rule::Menu => self
                .bank_in_ranges(address)
                .filter(|_| tvboy::hot_spots_are_active(self.bank)),
            Rule::Prepared(prepared) => prepared.selected_bank(address, access, self.banks),
        }
    }

    /// Returns the bank that `Spots::Ranges` assigns to an address; `None` if the address is not a
    /// hot spot.
    fn bank_in_ranges(&self, address: u16) -> Option<u16> {
        let Spots::Ranges(ranges) = self.scheme.row().spots else {
            return None;
        };
        let mut first_bank = 0;
        ranges.iter().find_map(|&(first, last)| {
            let hit = (first..=last).contains(&address);
            let bank = hit.then(|| first_bank + address - first);
            first_bank += last - first + 1;
            bank
        })
    }

    /// Handles an access to one of the RAM's ports. Returns `None` if the address is in neither
    /// port.
    fn ram_access(&mut self, address: usize, access: Access) -> Option<u8> {
        let size = self.ram.len();
        match address.checked_div(size)? {
            0 => Some(self.ram.access_write_port(address, access.data)),
            1 => Some(self.ram.read(address - size)),
            _ => None,
        }
    }
}

impl Mapper for Banked {
    fn new(scheme: Scheme, rom: &mut Vec<u8>) -> Banked {
        match scheme {
            Scheme::Fa2 => fa2::strip_loader(rom),
            Scheme::Fc => fc::pad_to_power_of_two(rom),
            _ => {}
        }
        let banks = rom.len().div_ceil(0x1000).max(1) as u16;
        Banked {
            scheme,
            banks,
            bank: scheme.start_bank(banks),
            ram: Ram::new(scheme.row().ram),
            rule: Rule::of(scheme),
        }
    }

    fn map(&self, window: &mut Window) {
        window.map_bank(usize::from(self.bank % self.banks.max(1)));
        if let Spots::Ranges(ranges) = self.scheme.row().spots {
            for &(first, last) in ranges {
                window.watch(first.into()..usize::from(last) + 1);
            }
        }
        if let Some((first, last)) = self.rule.added_spots() {
            window.watch(first..last + 1);
        }
        window.unmap(0, 2 * self.ram.len());
    }

    fn access(&mut self, access: Access, rom: &[u8]) -> Answer {
        let address = access.address & 0xfff;
        if let Some(byte) = self.ram_access(usize::from(address), access) {
            return Answer::byte(byte);
        }
        if let Rule::Flash(flash) = &mut self.rule
            && address == fa2::STATUS
        {
            let offset = usize::from(self.bank) * 0x1000 + usize::from(address);
            let byte = rom.get(offset).copied().unwrap_or(0);
            return Answer {
                byte: flash.access(access.cycle, &mut self.ram, byte),
                switched: false,
            };
        }
        let Some(bank) = self.selected_bank(address, access) else {
            return Answer::ROM;
        };
        self.bank = bank % self.banks;
        Answer::SWITCHED
    }

    fn peek(&self, address: u16, _rom: &[u8]) -> Option<u8> {
        let (address, size) = (usize::from(address & 0xfff), self.ram.len());
        (size..2 * size)
            .contains(&address)
            .then(|| self.ram.read(address - size))
    }

    fn uninitialized_ram(&mut self) -> Option<&mut Ram> {
        Some(&mut self.ram)
    }

    fn read_port(&self, address: u16) -> Option<u16> {
        let (address, size) = (address & 0xfff, self.ram.len() as u16);
        (address < size).then_some(address + size)
    }

    fn identity(&self) -> (usize, usize) {
        (self.scheme as usize, usize::from(self.banks))
    }
}
