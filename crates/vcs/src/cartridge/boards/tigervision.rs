//! 3F, Tigervision's board, and its descendants 3E, 3EX and 3E+. A write to an address of the TIA
//! selects a slice; the written byte is the number of the slice.
//!
//! 3F has two slots of 2 KiB. The upper slot always contains the last slice. Any write to
//! `$0000-$003F` selects the slice in the lower slot. On 3E and 3EX, only a write to `$3F` selects
//! that slice, and a write to `$3E` selects a bank of RAM for the lower slot. 3E+ has four slots of
//! 1 KiB, which can each contain ROM or RAM; the two highest bits of the written byte select the
//! slot.

use super::{Access, Answer, Mapper, Ram, Scheme, Window};
use serde::{Deserialize, Serialize};

/// The board.
// Reads do not select a slice, so that the dummy read of an indexed store does not switch slices.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tigervision {
    scheme: Scheme,
    /// Number of slices in the ROM.
    slices: u16,
    slots: [Slot; 4],
    ram: Ram,
}

/// The contents of a slot: a slice of ROM or a bank of RAM.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Slot {
    Rom(u16),
    Ram(u16),
}

impl Tigervision {
    /// Returns the size of a RAM bank, which is half the size of a slot: the bank is read in the
    /// lower half of the slot, and written in the upper half.
    fn ram_bank_size(&self) -> usize {
        self.scheme.bank_size() / 2
    }

    fn ram_banks(&self) -> u16 {
        (self.ram.len() / self.ram_bank_size()).max(1) as u16
    }

    /// Returns the slot that a write changes, and the new contents of the slot. Returns `None` if
    /// the address is not a hot spot.
    fn slot_change(&self, address: u16, data: u8) -> Option<(usize, Slot)> {
        let (slot, number) = match self.scheme {
            Scheme::X3eplus => (usize::from(data >> 6), u16::from(data & 0x3f)),
            _ => (0, u16::from(data)),
        };
        let rom = Slot::Rom(number % self.slices.max(1));
        match (self.scheme, address) {
            (Scheme::X3f, 0x00..=0x3f) | (_, 0x3f) => Some((slot, rom)),
            (Scheme::X3f, _) => None,
            (_, 0x3e) => Some((slot, Slot::Ram(number % self.ram_banks()))),
            _ => None,
        }
    }

    /// Returns the index of the byte of RAM at an address, and true if the address is in the write
    /// port. Returns `None` if the address is in ROM.
    fn ram_index(&self, address: u16) -> Option<(usize, bool)> {
        let (address, size) = (usize::from(address & 0xfff), self.scheme.bank_size());
        let Slot::Ram(bank) = self.slots[address / size] else {
            return None;
        };
        let half = self.ram_bank_size();
        let start = usize::from(bank) * half;
        Some((start + address % half, address % size >= half))
    }
}

impl Mapper for Tigervision {
    fn new(scheme: Scheme, rom: &mut Vec<u8>) -> Tigervision {
        let ram = match scheme {
            // As in Stella, the size of the RAM in KiB is one more than the sixth byte from the end
            // of the image.
            Scheme::X3ex => (usize::from(rom[rom.len() - 6]) + 1) * 0x400,
            _ => scheme.row().ram,
        };
        let mut board = Tigervision {
            scheme,
            slices: rom.len().div_ceil(scheme.bank_size()) as u16,
            slots: [Slot::Rom(0); 4],
            ram: Ram::new(ram),
        };
        if scheme != Scheme::X3eplus {
            board.slots[1] = Slot::Rom(board.slices - 1);
        }
        board
    }

    fn map(&self, window: &mut Window) {
        let size = self.scheme.bank_size();
        for (index, slot) in self.slots.iter().take(0x1000 / size).enumerate() {
            match slot {
                Slot::Rom(slice) => window.map(index * size, size, usize::from(*slice) * size),
                Slot::Ram(_) => window.unmap(index * size, size),
            }
        }
    }

    fn access(&mut self, access: Access, _rom: &[u8]) -> Answer {
        match self.ram_index(access.address) {
            Some((index, true)) => Answer::byte(self.ram.access_write_port(index, access.data)),
            Some((index, false)) => Answer::byte(self.ram.read(index)),
            None => Answer::ROM,
        }
    }

    fn peek(&self, address: u16, _rom: &[u8]) -> Option<u8> {
        match self.ram_index(address)? {
            (index, false) => Some(self.ram.read(index)),
            _ => None,
        }
    }

    fn listens_below(&self) -> bool {
        true
    }

    fn listens_to_ram(&self) -> bool {
        false
    }

    fn access_below(&mut self, access: Access, _rom: &[u8]) -> bool {
        if !access.write {
            return false;
        }
        let change = self.slot_change(access.address, access.data);
        if let Some((slot, content)) = change {
            self.slots[slot] = content;
        }
        change.is_some()
    }

    fn uninitialized_ram(&mut self) -> Option<&mut Ram> {
        Some(&mut self.ram)
    }

    fn identity(&self) -> (usize, usize) {
        (self.scheme as usize, self.ram.len())
    }
}
