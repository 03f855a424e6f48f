//! GL, the GameLine Master Module: four slots of 1 KiB. Accesses below the window select a slice of
//! 1 KiB for each slot, from 4 KiB of ROM and 12 KiB of RAM. The modem is not emulated.

use super::{Access, Answer, Mapper, Ram, Scheme, Window};
use serde::{Deserialize, Serialize};

/// The GameLine Master Module.
// Stella is the only source for this board. Address line 5, which selects the RAM's write mode, is
// ignored, as in Stella.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameLine {
    /// The number of the slice in each slot. Slices 0..=3 are ROM, and 4..=15 are RAM.
    slots: [u8; 4],
    /// True while the PROM, a small ROM with telephone data, answers at `$1FC0-$1FDF`.
    prom: bool,
    ram: Ram,
}

/// Number of ROM slices, and also the number of the first RAM slice.
const ROM_SLICES: u8 = 4;
/// Offsets of the PROM in the window.
const PROM: std::ops::Range<usize> = 0xfc0..0xfe0;

impl GameLine {
    /// Returns the index of the byte of RAM at an address in the window; `None` if ROM is there.
    fn ram_index(&self, address: u16) -> Option<usize> {
        let address = usize::from(address & 0xfff);
        let slice = (self.slots[address / 0x400] & 0x0f).checked_sub(ROM_SLICES)?;
        Some(usize::from(slice) * 0x400 + address % 0x400)
    }
}

impl Mapper for GameLine {
    /// Creates the board. The last 2 KiB of a 6 KiB image are the contents of the RAM.
    fn new(scheme: Scheme, rom: &mut Vec<u8>) -> GameLine {
        let mut ram = Ram::new(scheme.row().ram);
        for (index, byte) in rom.drain(0x1000..).enumerate() {
            ram.write(index, byte);
        }
        GameLine {
            slots: [0; 4],
            prom: false,
            ram,
        }
    }

    fn map(&self, window: &mut Window) {
        for (index, &slice) in self.slots.iter().enumerate() {
            if slice < ROM_SLICES {
                window.map(index * 0x400, 0x400, usize::from(slice) * 0x400);
            } else {
                window.unmap(index * 0x400, 0x400);
            }
        }
        if self.prom {
            window.watch(PROM);
        }
    }

    fn access(&mut self, access: Access, rom: &[u8]) -> Answer {
        if access.write
            && let Some(index) = self.ram_index(access.address)
        {
            self.ram.write(index, access.data);
        }
        Answer {
            byte: self.peek(access.address, rom),
            switched: false,
        }
    }

    fn peek(&self, address: u16, _rom: &[u8]) -> Option<u8> {
        if self.prom && PROM.contains(&usize::from(address & 0xfff)) {
            return Some(0);
        }
        self.ram_index(address).map(|index| self.ram.read(index))
    }

    fn listens_below(&self) -> bool {
        true
    }

    fn listens_to_tia(&self) -> bool {
        false
    }

    fn listens_to_ram(&self) -> bool {
        false
    }

    fn access_below(&mut self, access: Access, _rom: &[u8]) -> bool {
        let slot = match access.address & 0x1f80 {
            0x0480 => 0,
            0x0580 => 1,
            0x0880 => 2,
            0x0980 => 3,
            0x0c80 => {
                self.prom = access.address & 0x30 == 0x30;
                return true;
            }
            _ => return false,
        };
        self.slots[slot] = access.address as u8 & 0x0f;
        true
    }

    fn identity(&self) -> (usize, usize) {
        (self.ram.len(), 0)
    }
}
