//! The four versions of the BUS driver.
//!
//! No driver's code is public. All facts come from Stella (`CartBUS`), which has been tested with
//! the games.

use serde::{Deserialize, Serialize};

/// The drivers, oldest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Kind {
    Bus0,
    Bus1,
    Bus2,
    Bus3,
}

/// Size of the largest driver in bytes. Only this part of the image is searched for the mark.
const MAX_DRIVER_BYTES: usize = 0xc00;
/// The text that marks a driver.
const MARK: [u8; 4] = *b"BUS\0";

impl Kind {
    /// Returns the driver that an image contains. The mark, the text `BUS`, is at a different
    /// offset in each driver; if it is at none of the three known offsets, the driver is the oldest
    /// one.
    pub fn of(image: &[u8]) -> Kind {
        let driver = &image[..MAX_DRIVER_BYTES.min(image.len())];
        let mark = driver.chunks_exact(4).position(|word| word == MARK);
        match mark.map(|word| 4 * word) {
            Some(0x7f4) => Kind::Bus1,
            Some(0x778) => Kind::Bus2,
            Some(0x770) => Kind::Bus3,
            _ => Kind::Bus0,
        }
    }

    /// Returns the size of the driver in bytes. The game's ARM code follows it.
    pub fn driver_bytes(self) -> usize {
        match self {
            Kind::Bus0 => 0xc00,
            _ => 0x800,
        }
    }

    /// Returns the offset of bank 0 in the image.
    pub(super) fn banks_offset(self) -> usize {
        match self {
            Kind::Bus0 => 0xc00,
            _ => 0x1000,
        }
    }

    /// Returns the number of banks. The console starts in the last one.
    pub(super) fn banks(self) -> u8 {
        match self {
            Kind::Bus0 => 6,
            _ => 7,
        }
    }

    /// Returns the hot spot that selects bank 0. Those of the other banks are at the next
    /// addresses.
    pub(super) fn first_hot_spot(self) -> u16 {
        match self {
            Kind::Bus0 => 0xff6,
            _ => 0xff5,
        }
    }

    /// Returns the RAM offsets of three tables: the stream pointers, the stream increments, and the
    /// map of TIA registers.
    pub(super) fn tables(self) -> [u16; 3] {
        match self {
            Kind::Bus0 => [0xae0, 0xb20, 0xb64],
            Kind::Bus1 | Kind::Bus2 => [0x6e0, 0x720, 0x760],
            Kind::Bus3 => [0x6d8, 0x720, 0x760],
        }
    }
}

/// The effect of an access to a register or hot spot in the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Register {
    /// Reads a stream.
    Read(u8),
    /// Reads the sound's amplitude.
    Amplitude,
    /// Writes a register.
    Write(Write),
    /// Switches to a bank.
    Bank(u8),
}

/// The effect of a write to a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Write {
    /// Writes a byte of a stream.
    Stream(u8),
    /// Sets a stream's pointer.
    Pointer(u8),
    /// Sets a stream's increment.
    Increment(u8),
    /// Turns bus stuffing on or off. With BUS3 it also selects the kind of sound.
    Mode,
    /// Calls ARM code.
    Call,
}

impl Write {
    /// Encodes the register as a number for the bus loop.
    pub(super) fn number(self) -> u8 {
        match self {
            Write::Stream(stream) => stream,
            Write::Pointer(stream) => 0x20 | stream,
            Write::Increment(stream) => 0x40 | stream,
            Write::Mode => 0x60,
            Write::Call => 0x80,
        }
    }

    /// Decodes a number that [`Write::number`] returned.
    pub(super) fn from_number(number: u8) -> Write {
        let stream = number & 0x1f;
        match number & 0xe0 {
            0x00 => Write::Stream(stream),
            0x20 => Write::Pointer(stream),
            0x40 => Write::Increment(stream),
            0x60 => Write::Mode,
            _ => Write::Call,
        }
    }
}

/// The stream that BUS3's DSREAD, DSWRITE and DSPTR use.
const COMMUNICATION_STREAM: u8 = 0x10;

impl Kind {
    /// Returns what an access at an offset in the window does; `None` for plain ROM.
    pub(super) fn register(self, offset: u16) -> Option<Register> {
        let spot = offset.wrapping_sub(self.first_hot_spot());
        if spot < self.banks().into() {
            return Some(Register::Bank(spot as u8));
        }
        let stream = offset as u8 & 0x0f;
        let register = match (self, offset) {
            (Kind::Bus3, 0xfee) => Register::Amplitude,
            (Kind::Bus3, 0xfef) => Register::Read(COMMUNICATION_STREAM),
            (Kind::Bus3, 0xff0) => Register::Write(Write::Stream(COMMUNICATION_STREAM)),
            (Kind::Bus3, 0xff1) => Register::Write(Write::Pointer(COMMUNICATION_STREAM)),
            (Kind::Bus3, 0xff2) => Register::Write(Write::Mode),
            (Kind::Bus3, 0xff3) => Register::Write(Write::Call),
            (Kind::Bus3, _) => return None,
            (_, 0x000..=0x00f) => Register::Read(stream),
            (_, 0x010..=0x013) => Register::Write(Write::Stream(stream)),
            (Kind::Bus0, 0x01b) => Register::Write(Write::Call),
            (Kind::Bus0, 0x01c) => Register::Write(Write::Mode),
            (Kind::Bus0, 0x020..=0x02f) => Register::Write(Write::Pointer(stream)),
            (Kind::Bus0, 0x030..=0x03f) => Register::Write(Write::Increment(stream)),
            (Kind::Bus0, _) => return None,
            (_, 0x014..=0x017) => Register::Write(Write::Pointer(stream - 4)),
            (_, 0x018) => Register::Amplitude,
            (_, 0x019) => Register::Write(Write::Mode),
            (_, 0x01a) => Register::Write(Write::Call),
            _ => return None,
        };
        Some(register)
    }
}
