//! The port connected to the console's bus.

use serde::{Deserialize, Serialize};

/// The pins connected to the console's bus.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(in super::super) struct Port {
    /// The 13 address lines.
    pub(in super::super) address: u16,
    /// The byte that the console or its chips drive on the data lines.
    pub(in super::super) data: u8,
    /// The byte in the port's output latch. The port drives the lines whose bit in `direction` is
    /// 1.
    pub(in super::super) latch: u8,
    pub(in super::super) direction: u8,
}

impl Port {
    /// Returns the pins as a word: the data in bits 15 to 8, the address in bits 28 to 16.
    // UM10161, chapter 5; the drivers' own code.
    pub(super) fn pins(&self) -> u32 {
        u32::from(self.address) << 16 | u32::from(self.bus()) << 8
    }

    /// Returns the byte on the data lines.
    pub(in super::super) fn bus(&self) -> u8 {
        (self.latch & self.direction) | (self.data & !self.direction)
    }
}
