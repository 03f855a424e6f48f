//! CV, Commavid: 2 KiB of ROM in the upper half of the window, and 1 KiB of RAM, read at
//! `$1000-$13FF` and written at `$1400-$17FF`.

use super::{Access, Answer, Mapper, Ram, Scheme, Window};
use serde::{Deserialize, Serialize};

/// The board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commavid {
    ram: Ram,
    /// True if the contents of the RAM came from the image.
    ram_from_image: bool,
}

impl Mapper for Commavid {
    /// Creates the board. A 4 KiB image consists of the contents of the RAM, 1 KiB that is not
    /// used, and the ROM.
    fn new(scheme: Scheme, rom: &mut Vec<u8>) -> Commavid {
        let mut board = Commavid {
            ram: Ram::new(scheme.row().ram),
            ram_from_image: rom.len() > 0x800,
        };
        if board.ram_from_image {
            board.ram.bytes_mut().copy_from_slice(&rom[..0x400]);
            rom.drain(..0x800);
        }
        board
    }

    fn map(&self, window: &mut Window) {
        window.unmap(0, 0x800);
        window.map(0x800, 0x800, 0);
    }

    fn access(&mut self, access: Access, _rom: &[u8]) -> Answer {
        let index = usize::from(access.address & 0x3ff);
        match access.address & 0x400 {
            0 => Answer::byte(self.ram.read(index)),
            _ => Answer::byte(self.ram.access_write_port(index, access.data)),
        }
    }

    fn peek(&self, address: u16, _rom: &[u8]) -> Option<u8> {
        let address = usize::from(address & 0xfff);
        (address < 0x400).then(|| self.ram.read(address))
    }

    fn uninitialized_ram(&mut self) -> Option<&mut Ram> {
        (!self.ram_from_image).then_some(&mut self.ram)
    }

    fn read_port(&self, address: u16) -> Option<u16> {
        let address = address & 0xfff;
        (0x400..0x800).contains(&address).then(|| address - 0x400)
    }

    fn identity(&self) -> (usize, usize) {
        (self.ram.len(), 0)
    }
}
