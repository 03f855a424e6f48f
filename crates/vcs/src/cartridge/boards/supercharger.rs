//! AR, the Starpath Supercharger: 6 KiB of RAM in three banks, 2 KiB of ROM, and programs that are
//! loaded from tape.
//!
//! The tape is not emulated. The ROM contains a short program of ours instead of the original one.
//! When our program requests a part of the tape (a *load*), the board copies the whole load into
//! RAM. Afterward, our program leaves the console's RAM in the same state as the original program
//! would.

use super::{Access, Answer, Mapper, Ram, Scheme, Window};
use serde::{Deserialize, Serialize};

/// Size of a load in an image, in bytes: 24 pages, space for eight more pages, and a page with the
/// header.
const LOAD_SIZE: usize = 8448;
/// Offset of the header in a load.
const HEADER_OFFSET: usize = 0x2000;
/// Size of a bank in bytes.
const BANK_SIZE: usize = 0x800;
/// Number of the ROM bank.
const ROM_BANK: u8 = 3;
/// The banks in the lower and in the upper half of the window, for each of the eight modes.
const MODES: [[u8; 2]; 8] = [
    [2, ROM_BANK],
    [0, ROM_BANK],
    [2, 0],
    [0, 2],
    [2, ROM_BANK],
    [1, ROM_BANK],
    [2, 1],
    [1, 2],
];
/// Number of address changes between the two accesses that make a write to RAM. The first access
/// sets the byte; the second sets the address to which this byte is written.
const WRITE_DELAY: u8 = 5;
/// The address in the RIOT's RAM where the program in ROM stores the number of the requested load.
const LOAD_NUMBER_ADDRESS: u16 = 0x0080;
/// Addresses in the ROM. A read of `LOAD` makes the board copy the requested load. Reads of
/// `CONTROL` and `START` (two bytes) return the load's control byte and its start address.
const LOAD: u16 = 0x850;
const CONTROL: u16 = 0x852;
const START: u16 = 0x853;

/// The board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Supercharger {
    ram: Ram,
    /// The control byte: D4-D2 are the mode, D1 enables writes, and D0 controls the ROM's power
    /// (ignored, as in Stella).
    control: u8,
    /// The data hold register: the byte for the next write to RAM or to `control`.
    hold: u8,
    /// True while a write to RAM waits for its second access, which sets the address.
    pending: bool,
    /// Number of address changes since `hold` was set.
    address_changes: u8,
    last_address: u16,
    /// Number of the requested load.
    requested: u8,
    /// Index of the load that was last copied to RAM, among the loads in the image.
    loaded: u8,
}

impl Supercharger {
    fn writes_enabled(&self) -> bool {
        self.control & 2 != 0
    }

    /// Returns the number of the bank that contains an address of the window.
    fn bank(&self, address: u16) -> u8 {
        MODES[usize::from(self.control >> 2 & 7)][usize::from(address >> 11 & 1)]
    }

    fn ram_index(&self, address: u16) -> usize {
        usize::from(self.bank(address)) * BANK_SIZE + usize::from(address) % BANK_SIZE
    }

    fn count_address_change(&mut self, address: u16) {
        if address != self.last_address {
            self.last_address = address;
            self.address_changes = self.address_changes.saturating_add(1);
        }
        self.pending &= self.address_changes <= WRITE_DELAY;
    }

    /// Handles the effects of an access to an address in the window (12 bits) on RAM and on the
    /// board's registers.
    fn handle_access(&mut self, address: u16) {
        if address < 0x100 && !(self.writes_enabled() && self.pending) {
            self.hold = address as u8;
            self.address_changes = 0;
            self.pending = true;
        } else if address == 0xff8 {
            self.pending = false;
            self.control = self.hold;
        } else if self.writes_enabled() && self.pending && self.address_changes == WRITE_DELAY {
            self.pending = false;
            if self.bank(address) != ROM_BANK {
                self.ram.write(self.ram_index(address), self.hold);
            }
        }
    }

    /// Copies the requested load into RAM. If the image does not contain that load, copies the
    /// first one.
    fn load(&mut self, rom: &[u8]) {
        let mut loads = rom[BANK_SIZE..].chunks_exact(LOAD_SIZE);
        let index = loads.position(|load| load[HEADER_OFFSET + 5] == self.requested);
        self.loaded = index.unwrap_or(0) as u8;
        let Some(load) = self.loaded_bytes(rom) else {
            return;
        };
        let (pages, header) = load.split_at(HEADER_OFFSET);
        let count = usize::from(header[3]).min(24);
        for (page, &target) in pages.chunks_exact(0x100).zip(&header[16..]).take(count) {
            let (bank, bank_page) = (usize::from(target & 3), usize::from(target >> 2 & 7));
            for (index, &byte) in page.iter().enumerate() {
                self.ram
                    .write(bank * BANK_SIZE + bank_page * 0x100 + index, byte);
            }
        }
    }

    fn loaded_bytes<'a>(&self, rom: &'a [u8]) -> Option<&'a [u8]> {
        rom[BANK_SIZE..]
            .chunks_exact(LOAD_SIZE)
            .nth(self.loaded.into())
    }

    fn rom_byte(&self, address: u16, rom: &[u8]) -> u8 {
        let header_byte = |index: usize| {
            let load = self.loaded_bytes(rom);
            load.map_or(0, |load| load[HEADER_OFFSET + index])
        };
        match address {
            CONTROL => header_byte(2),
            START => header_byte(0),
            _ if address == START + 1 => header_byte(1),
            _ => rom[usize::from(address) % BANK_SIZE],
        }
    }
}

impl Mapper for Supercharger {
    /// Creates the board. Inserts the program for the ROM before the loads of the image. Adds a
    /// header if the image has none (6144 bytes).
    fn new(scheme: Scheme, rom: &mut Vec<u8>) -> Supercharger {
        if rom.len() < LOAD_SIZE {
            rom.resize(HEADER_OFFSET, 0);
            rom.extend(default_header());
        }
        rom.splice(..0, loader());
        Supercharger {
            ram: Ram::new(scheme.row().ram),
            control: 0,
            hold: 0,
            pending: false,
            address_changes: 0,
            last_address: 0,
            requested: 0,
            loaded: 0,
        }
    }

    fn map(&self, window: &mut Window) {
        window.unmap(0, 0x1000);
    }

    fn access(&mut self, access: Access, rom: &[u8]) -> Answer {
        self.count_address_change(access.address);
        let address = access.address & 0xfff;
        self.handle_access(address);
        if address == LOAD && self.bank(address) == ROM_BANK {
            self.load(rom);
        }
        Answer {
            byte: self.peek(address, rom),
            switched: false,
        }
    }

    fn peek(&self, address: u16, rom: &[u8]) -> Option<u8> {
        let address = address & 0xfff;
        Some(match self.bank(address) {
            // There is no signal from the tape.
            _ if address == 0xff9 => 0,
            ROM_BANK => self.rom_byte(address, rom),
            _ => self.ram.read(self.ram_index(address)),
        })
    }

    fn listens_below(&self) -> bool {
        true
    }

    fn access_below(&mut self, access: Access, _rom: &[u8]) -> bool {
        self.count_address_change(access.address);
        if access.write && access.address & 0x12ff == LOAD_NUMBER_ADDRESS {
            self.requested = access.data;
        }
        false
    }

    fn uninitialized_ram(&mut self) -> Option<&mut Ram> {
        Some(&mut self.ram)
    }

    fn identity(&self) -> (usize, usize) {
        (self.ram.len(), 0)
    }
}

/// Returns the header for an image without a header: 24 pages in order, with the start address
/// `$FAAC`. Stella uses the same header.
fn default_header() -> [u8; 0x100] {
    let mut header = [0; 0x100];
    header[..8].copy_from_slice(&[0xac, 0xfa, 0x0f, 24, 0x62, 0x00, 0x24, 0x02]);
    for page in 0..24 {
        header[16 + page] = (page % 8 * 4 + page / 8) as u8;
    }
    header
}

/// Returns the ROM with our program. The program runs after reset. A game jumps to `$F800` to
/// request its next load.
fn loader() -> [u8; BANK_SIZE] {
    let mut rom = [0; BANK_SIZE];
    let mut put = |address: usize, bytes: &[u8]| {
        rom[address - 0xf800..][..bytes.len()].copy_from_slice(bytes);
    };
    // The entry point for games. Address $FA contains the number of the requested load.
    put(0xf800, &[0xa5, 0xfa]); //             lda $fa
    put(0xf802, &[0x4c, 0x10, 0xf8]); //       jmp $f810
    // The entry point after reset. It requests load 0.
    put(0xf805, &[0xd8]); //                   cld
    put(0xf806, &[0xa9, 0x00]); //             lda #0
    put(0xf808, &[0xa2, 0x28]); //             ldx #$28
    put(0xf80a, &[0x95, 0x04]); //             sta NUSIZ0,x: nothing on the screen
    put(0xf80c, &[0xca]); //                   dex
    put(0xf80d, &[0x10, 0xfb]); //             bpl $f80a
    put(0xf80f, &[0xea]); //                   nop
    // Make the board copy the load, and set RAM to the contents that games expect.
    put(0xf810, &[0x85, 0x80]); //             sta $80
    put(0xf812, &[0xad, 0x50, 0xf8]); //       lda $f850: the board copies the load
    put(0xf815, &[0xad, 0x52, 0xf8]); //       lda $f852: the game's control byte
    put(0xf818, &[0x85, 0x80]); //             sta $80
    put(0xf81a, &[0xa9, 0x00, 0xa2, 0x1c]); // lda #0: ldx #$1c
    put(0xf81e, &[0x95, 0x81]); //             sta $81,x
    put(0xf820, &[0xca, 0x10, 0xfb]); //       dex: bpl $f81e
    put(0xf823, &[0xa2, 0x05]); //             ldx #5
    put(0xf825, &[0xbd, 0x40, 0xf8]); //       lda $f840,x
    put(0xf828, &[0x95, 0xfa]); //             sta $fa,x
    put(0xf82a, &[0xca, 0x10, 0xf8]); //       dex: bpl $f825
    put(0xf82d, &[0xad, 0x53, 0xf8, 0x85, 0xfe]); // lda $f853: sta $fe
    put(0xf832, &[0xad, 0x54, 0xf8, 0x85, 0xff]); // lda $f854: sta $ff
    put(0xf837, &[0x4c, 0x60, 0xf8]); //       jmp $f860
    // cmp $fff8: jmp start. This code is copied to $FA; then its last two bytes are replaced with
    // the start address.
    put(0xf840, &[0xcd, 0xf8, 0xff, 0x4c, 0x00, 0x00]);
    put(0xf860, &[0xa4, 0x80]); //             ldy $80
    put(0xf862, &[0xd9, 0x00, 0xf0]); //       cmp $f000,y: set the hold register
    put(0xf865, &[0xa2, 0xff, 0x9a]); //       ldx #$ff: txs
    put(0xf868, &[0xa0, 0x00]); //             ldy #0
    put(0xf86a, &[0x4c, 0xfa, 0x00]); //       jmp $fa
    put(0xfffc, &[0x05, 0xf8]);
    rom
}
