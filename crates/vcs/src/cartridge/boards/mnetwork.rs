//! E7, M-Network: ROM in 2 KiB slices, and 2 KiB of RAM.
//!
//! | addresses | contents | selected by an access to |
//! | --- | --- | --- |
//! | `$1000-$17FF` | a slice of ROM | `$1FE0-$1FE6` |
//! | `$1000-$17FF` | or 1 KiB of RAM: written at `$1000-$13FF`, read at `$1400-$17FF` | `$1FE7` |
//! | `$1800-$19FF` | 256 bytes of RAM: written at `$18xx`, read at `$19xx` | `$1FE8-$1FEB` |
//! | `$1A00-$1FFF` | the last 1.5 KiB of the ROM | always |

use super::{Access, Answer, Mapper, Ram, Scheme, Window};
use serde::{Deserialize, Serialize};

/// The board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MNetwork {
    /// Number of slices in the ROM: 4, 6 or 8.
    slices: u8,
    /// The slice in the lower half of the window, or [`RAM_SLICE`].
    slice: u8,
    /// The page of RAM at `$1800-$19FF`, 0..=3.
    page: u8,
    /// 1 KiB of RAM for the lower half of the window, then four pages of 256 bytes.
    ram: Ram,
}

/// The slice number that stands for RAM in the lower half of the window.
const RAM_SLICE: u8 = 7;

impl MNetwork {
    /// Returns the slice that a hot spot selects. `spot` is the last digit of the address,
    /// `$1FE0-$1FE7`. Returns `None` if a ROM of this size has no slice for the hot spot.
    fn slice_of(&self, spot: u8) -> Option<u8> {
        match (self.slices, spot) {
            (_, 7) => Some(RAM_SLICE),
            (4, 4..=6) => Some(spot - 4),
            (4, _) => None,
            (6, 0..=1) => Some(spot),
            (6, _) => Some(spot - 2),
            _ => Some(spot),
        }
    }

    /// Returns the index of the byte of RAM at an address, and whether the address is in the write
    /// port. Returns `None` if the address is not in RAM.
    fn cell(&self, address: u16) -> Option<(usize, bool)> {
        let address = usize::from(address & 0xfff);
        match address {
            0x000..=0x3ff if self.slice == RAM_SLICE => Some((address, true)),
            0x400..=0x7ff if self.slice == RAM_SLICE => Some((address - 0x400, false)),
            0x800..=0x8ff => Some((self.page_cell(address), true)),
            0x900..=0x9ff => Some((self.page_cell(address), false)),
            _ => None,
        }
    }

    fn page_cell(&self, address: usize) -> usize {
        0x400 + usize::from(self.page & 3) * 0x100 + (address & 0xff)
    }
}

impl Mapper for MNetwork {
    fn new(scheme: Scheme, rom: &mut Vec<u8>) -> MNetwork {
        MNetwork {
            slices: (rom.len() / 0x800) as u8,
            slice: 0,
            page: 0,
            ram: Ram::new(scheme.row().ram),
        }
    }

    fn map(&self, window: &mut Window) {
        if self.slice == RAM_SLICE {
            window.unmap(0, 0x800);
        } else {
            window.map(0, 0x800, usize::from(self.slice) * 0x800);
        }
        let last = (usize::from(self.slices) * 0x800).saturating_sub(0x600);
        window.map(0xa00, 0x600, last);
        window.unmap(0x800, 0x200);
        window.watch(0xfe0..0xfec);
    }

    fn access(&mut self, access: Access, _rom: &[u8]) -> Answer {
        if let Some((cell, is_write_port)) = self.cell(access.address) {
            return Answer::byte(if is_write_port {
                self.ram.access_write_port(cell, access.data)
            } else {
                self.ram.read(cell)
            });
        }
        match access.address & 0xfff {
            spot @ 0xfe0..=0xfe7 => match self.slice_of(spot as u8 & 7) {
                Some(slice) => self.slice = slice,
                None => return Answer::ROM,
            },
            spot @ 0xfe8..=0xfeb => self.page = spot as u8 & 3,
            _ => return Answer::ROM,
        }
        Answer::SWITCHED
    }

    fn peek(&self, address: u16, _rom: &[u8]) -> Option<u8> {
        match self.cell(address)? {
            (cell, false) => Some(self.ram.read(cell)),
            _ => None,
        }
    }

    fn uninitialized_ram(&mut self) -> Option<&mut Ram> {
        Some(&mut self.ram)
    }

    fn identity(&self) -> (usize, usize) {
        (usize::from(self.slices), self.ram.len())
    }
}
