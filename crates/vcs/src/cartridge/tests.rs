//! Tests every hot spot, RAM port and start bank of every board. The images are divided into parts
//! of equal size, and every byte of a part is the part's number.

use super::*;

/// Returns an image that is divided into units of `unit` bytes. Every byte of a unit is the unit's
/// number.
pub(crate) fn numbered(size: usize, unit: usize) -> Vec<u8> {
    (0..size).map(|offset| (offset / unit) as u8).collect()
}

/// A cartridge, with the state of the console's bus: the number of the current cycle, and the byte
/// on the bus.
#[derive(Clone)]
pub(crate) struct Socket {
    cartridge: Cartridge,
    cycle: u64,
    bus: u8,
}

impl Socket {
    pub(crate) fn new(scheme: Scheme, image: &[u8]) -> Socket {
        let mut cartridge = Cartridge::with_scheme(image, scheme).expect("a size of this scheme");
        cartridge.power_on(|| 0);
        Socket {
            cartridge,
            cycle: 100,
            bus: 0,
        }
    }

    /// Returns a cartridge with 4 KiB banks in which every byte is the bank's number.
    fn of_banks(scheme: Scheme, kib: usize) -> Socket {
        Socket::new(scheme, &numbered(kib * 1024, 0x1000))
    }

    fn access(&mut self, address: u16, data: u8, write: bool) -> u8 {
        self.cycle += 1;
        let access = Access {
            address: address & 0x1fff,
            data,
            write,
            cycle: self.cycle,
        };
        if address & 0x1000 == 0 {
            self.cartridge.access_below(access);
            return data;
        }
        self.cartridge.access(access)
    }

    pub(crate) fn read(&mut self, address: u16) -> u8 {
        let bus = self.bus;
        let data = match self.cartridge.window().plain_byte(address) {
            Some(data) if address & 0x1000 != 0 => {
                self.cycle += 1;
                data
            }
            _ => self.access(address, bus, false),
        };
        self.bus = data;
        data
    }

    fn write(&mut self, address: u16, data: u8) {
        self.bus = data;
        self.access(address, data, true);
    }

    /// Returns the byte at an address without making an access.
    fn peek(&self, address: u16) -> u8 {
        self.cartridge.peek(address, 0xbb)
    }
}

/// Checks RAM of `size` bytes. The ports are given by their first addresses.
fn check_ram(socket: &mut Socket, name: &str, write_port: u16, read_port: u16, size: u16) {
    for cell in 0..size {
        socket.write(write_port + cell, (cell as u8) ^ 0x5a);
    }
    for cell in 0..size {
        let expected = (cell as u8) ^ 0x5a;
        assert_eq!(
            socket.peek(read_port + cell),
            expected,
            "{name}: peek of cell {cell}"
        );
        assert_eq!(
            socket.read(read_port + cell),
            expected,
            "{name}: cell {cell}"
        );
        socket.write(read_port + cell, 0x77);
        assert_eq!(
            socket.read(read_port + cell),
            expected,
            "{name}: a write to the read port changes nothing"
        );
    }
    socket.bus = 0x3c;
    assert_eq!(
        socket.read(write_port),
        0x3c,
        "{name}: a read of the write port returns the byte on the bus"
    );
    assert_eq!(
        socket.read(read_port),
        0x3c,
        "{name}: and the RAM stores that byte"
    );
}

/// Returns the numbers of the slices in the four 1 KiB slots, by reading a byte in each slot.
fn slots(socket: &Socket) -> [u8; 4] {
    [0x1100, 0x1500, 0x1900, 0x1d00].map(|address| socket.peek(address))
}

mod banked;
mod below;
#[cfg(feature = "arm-extra")]
mod bus;
mod dpc;
mod harmony;
mod slices;
mod supercharger;
