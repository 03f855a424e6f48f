//! RAM on a cartridge, and the ports to it.

use serde::{Deserialize, Serialize};

/// RAM on a cartridge.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Ram(Vec<u8>);

impl Ram {
    pub(super) fn new(size: usize) -> Ram {
        Ram(vec![0; size])
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns a byte; 0 outside the RAM.
    pub(super) fn read(&self, index: usize) -> u8 {
        self.0.get(index).copied().unwrap_or(0)
    }

    /// Writes a byte; does nothing outside the RAM.
    pub(super) fn write(&mut self, index: usize, data: u8) {
        if let Some(cell) = self.0.get_mut(index) {
            *cell = data;
        }
    }

    /// Returns all bytes as a mutable slice.
    pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }

    /// Handles an access to the write port and returns the byte on the bus. The RAM treats any
    /// access there as a write, so even a read stores the byte that is on the bus.
    // The cartridge port has no R/W line. Emulators agree on which byte of RAM such a read changes,
    // but not on its new value. Here it is the byte on the bus, as in Gopher2600 and 6502.ts.
    pub(super) fn access_write_port(&mut self, index: usize, data: u8) -> u8 {
        self.write(index, data);
        data
    }
}
