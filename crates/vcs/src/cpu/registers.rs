//! The registers as the programmer sees them.

use serde::{Deserialize, Serialize};

/// The bits of the status register.
pub mod flag {
    /// Carry. After a subtraction or comparison, it means that there was no borrow.
    pub const C: u8 = 0x01;
    /// Zero.
    pub const Z: u8 = 0x02;
    /// Interrupt disable.
    pub const I: u8 = 0x04;
    /// Decimal mode.
    pub const D: u8 = 0x08;
    /// Break. Exists only in the byte that PHP or BRK pushes, where it is set.
    pub const B: u8 = 0x10;
    /// Always reads 1.
    pub const UNUSED: u8 = 0x20;
    /// Overflow.
    pub const V: u8 = 0x40;
    /// Negative.
    pub const N: u8 = 0x80;
}

/// The programmer's registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Registers {
    pub pc: u16,
    pub a: u8,
    pub x: u8,
    pub y: u8,
    /// Stack pointer: the offset in page 1 of the next free byte.
    pub s: u8,
    /// Status; see [`flag`]. Bit 5 is always 1, bit 4 always 0.
    pub p: u8,
}

impl Default for Registers {
    fn default() -> Self {
        Registers {
            pc: 0,
            a: 0,
            x: 0,
            y: 0,
            s: 0,
            p: flag::UNUSED,
        }
    }
}

impl Registers {
    /// Returns the letters of the flags N, V, D, I, Z and C. The letters of set flags are in upper
    /// case, the others in lower case.
    pub fn flags(&self) -> String {
        let letters = [
            ('n', flag::N),
            ('v', flag::V),
            ('d', flag::D),
            ('i', flag::I),
            ('z', flag::Z),
            ('c', flag::C),
        ];
        let letter = |(letter, bit): (char, u8)| {
            if self.has(bit) {
                letter.to_ascii_uppercase()
            } else {
                letter
            }
        };
        letters.into_iter().map(letter).collect()
    }

    /// Returns true if all these flags are set.
    #[inline(always)]
    pub fn has(&self, flags: u8) -> bool {
        self.p & flags == flags
    }
}
