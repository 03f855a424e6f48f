//! 4A50, the Supercat: the window has four slots for 128 KiB of ROM and 32 KiB of RAM. Sequences of
//! accesses select what each slot contains.
//!
//! The board was never completed. This file implements the part that Stella emulates, which
//! excludes the graphics helpers.

use super::{Access, Answer, Mapper, Ram, Scheme, Window};
use serde::{Deserialize, Serialize};

const ROM_SIZE: usize = 0x2_0000;
/// Offset of the upper half of the ROM. All slots except the first show ROM from this half.
const UPPER_HALF: usize = 0x1_0000;

/// The board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Supercat {
    /// The 2 KiB unit of ROM or RAM at `$1000-$17FF`.
    low: Slot,
    /// The 2 KiB unit of ROM or RAM whose first 1.5 KiB are at `$1800-$1DFF`.
    middle: Slot,
    /// The 256-byte page of ROM or RAM at `$1E00-$1EFF`.
    high: Slot,
    ram: Ram,
    /// Address and data of the previous cycle.
    last_address: u16,
    last_data: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Slot {
    is_ram: bool,
    number: u8,
}

impl Slot {
    fn rom(number: u8) -> Slot {
        Slot {
            is_ram: false,
            number,
        }
    }

    fn ram(number: u8) -> Slot {
        Slot {
            is_ram: true,
            number,
        }
    }

    fn toggle(&mut self, bit: u8) {
        let limit = if self.is_ram { 15 } else { 31 };
        self.number = (self.number ^ bit) & limit;
    }

    /// Returns the offset of the slot's contents in the RAM, or in the slot's half of the ROM.
    /// `unit` is the size of a unit in bytes.
    fn start(self, unit: usize) -> usize {
        usize::from(self.number) * unit
    }
}

impl Supercat {
    /// Finds the byte at an address in the window. Returns whether it is in RAM (true) or in ROM
    /// (false), and its index there.
    fn locate(&self, address: u16) -> (bool, usize) {
        let address = usize::from(address & 0xfff);
        let (slot, start, half) = match address {
            0x000..=0x7ff => (self.low, self.low.start(0x800), 0),
            0x800..=0xdff => (self.middle, self.middle.start(0x800), UPPER_HALF),
            0xe00..=0xeff => (self.high, self.high.start(0x100), UPPER_HALF),
            _ => return (false, ROM_SIZE - 0x100 + (address & 0xff)),
        };
        let offset = match address {
            0xe00..=0xeff => address & 0xff,
            _ => address & 0x7ff,
        };
        if slot.is_ram {
            (true, (start + offset) % 0x8000)
        } else {
            (false, (half + start + offset) % ROM_SIZE)
        }
    }

    /// Returns true if the next access can switch a slot by its address. For this, the previous
    /// cycle must have accessed the cartridge, page 0 or page 1, with a byte from `$60` to `$7F` on
    /// the bus.
    fn is_enabled(&self) -> bool {
        self.last_data & 0xe0 == 0x60 && (self.last_address >= 0x1000 || self.last_address < 0x200)
    }

    fn switch_by_address(&mut self, address: u16) {
        let low_byte = address as u8;
        match (address & 0x1f00, low_byte & 0x40 != 0) {
            (0x1f00, _) => {
                let nibble = low_byte & 0x08 | low_byte >> 4 & 0x07;
                self.high.number = self.high.number & 0xf0 | nibble;
            }
            (0x0c00, _) => self.high = Slot::rom(low_byte),
            (0x0d00, _) => self.high = Slot::ram(low_byte & 0x7f),
            (0x0e00, false) => self.low = Slot::rom(low_byte & 0x1f),
            (0x0e00, true) => self.low = Slot::ram(low_byte & 0x0f),
            (0x0f00, false) => self.middle = Slot::rom(low_byte & 0x1f),
            (0x0f00, true) if low_byte & 0x10 == 0 => self.middle = Slot::ram(low_byte & 0x0f),
            (0x0400, _) => self.low.toggle(1),
            (0x0500, _) => self.low.toggle(2),
            (0x0800, _) => self.middle.toggle(1),
            (0x0900, _) => self.middle.toggle(2),
            _ => {}
        }
    }

    fn switch_by_data(&mut self, address: u16, data: u8) {
        let number = data & 0x0f;
        match (address & 0x0f75, address & 0x0f7c, data & 0xf0) {
            (0x74, ..) => self.high = Slot::rom(data),
            (0x75, ..) => self.high = Slot::ram(data & 0x7f),
            (_, 0x78, 0x00) => self.low = Slot::rom(number),
            (_, 0x78, 0x40) => self.low = Slot::ram(number),
            (_, 0x78, 0x90) => self.middle = Slot::rom(number + 16),
            (_, 0x78, 0xc0) => self.middle = Slot::ram(number),
            _ => {}
        }
    }

    fn remember(&mut self, address: u16, data: u8) {
        self.last_address = address;
        self.last_data = data;
    }
}

impl Mapper for Supercat {
    /// Creates the board. A smaller image is repeated until it fills 128 KiB.
    fn new(scheme: Scheme, rom: &mut Vec<u8>) -> Supercat {
        let image = rom.clone();
        while rom.len() < ROM_SIZE {
            rom.extend(&image);
        }
        rom.truncate(ROM_SIZE);
        Supercat {
            low: Slot::default(),
            middle: Slot::default(),
            high: Slot::default(),
            ram: Ram::new(scheme.row().ram),
            last_address: 0,
            last_data: 0,
        }
    }

    fn map(&self, window: &mut Window) {
        window.unmap(0, 0x1000);
    }

    fn access(&mut self, access: Access, rom: &[u8]) -> Answer {
        let (is_ram, index) = self.locate(access.address);
        if is_ram && access.write {
            self.ram.write(index, access.data);
        }
        let byte = self.peek(access.address, rom);
        if access.address & 0x1f00 == 0x1f00 && self.is_enabled() {
            self.switch_by_address(access.address);
        }
        let bus = if access.write {
            Some(access.data)
        } else {
            byte
        };
        self.remember(access.address, bus.unwrap_or(0));
        Answer {
            byte,
            switched: false,
        }
    }

    fn peek(&self, address: u16, rom: &[u8]) -> Option<u8> {
        match self.locate(address) {
            (true, index) => Some(self.ram.read(index)),
            (false, index) => rom.get(index).copied(),
        }
    }

    fn listens_below(&self) -> bool {
        true
    }

    fn access_below(&mut self, access: Access, _rom: &[u8]) -> bool {
        if self.is_enabled() {
            self.switch_by_address(access.address);
        }
        self.switch_by_data(access.address, access.data);
        self.remember(access.address, access.data);
        false
    }

    fn uninitialized_ram(&mut self) -> Option<&mut Ram> {
        Some(&mut self.ram)
    }

    fn identity(&self) -> (usize, usize) {
        (self.ram.len(), 0)
    }
}
