//! RAM on a cartridge, and its ports.

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

    /// A byte; 0 outside the RAM.
    pub(super) fn read(&self, index: usize) -> u8 {
        self.0.get(index).copied().unwrap_or(0)
    }

    /// Writes a byte; outside the RAM there is no effect.
    pub(super) fn write(&mut self, index: usize, data: u8) {
        if let Some(cell) = self.0.get_mut(index) {
            *cell = data;
        }
    }

    /// All bytes.
    pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }

    /// An access to the port where the byte is written. A read there stores the byte on the bus
    /// and reads it back: the RAM takes any access at these addresses for a write.
    // The port has no R/W line. Emulators agree on the index; the byte stored is the one on the bus
    // (Gopher2600, 6502.ts).
    pub(super) fn write_port(&mut self, index: usize, data: u8) -> u8 {
        self.write(index, data);
        data
    }
}
