//! FA2, CBS RAM Plus with flash memory. The banks work as on FA. The flash memory stores a copy of
//! the RAM. The program writes a command to the last byte of RAM, and starts it with a read of
//! `$1FF4`. In further reads of that address, data bit 6 shows whether the command is still in
//! progress.

use super::Ram;
use serde::{Deserialize, Serialize};

/// The 12-bit address whose reads start a command of the flash memory and return its status.
pub const STATUS: u16 = 0xff4;

/// Number of CPU cycles that loading the RAM takes (0.5 ms).
// Both durations are the same as in Stella and Gopher2600.
const LOAD_CYCLES: u64 = 597;
/// Number of CPU cycles that saving the RAM takes (101 ms).
const SAVE_CYCLES: u64 = 120_500;

/// Index of the byte of RAM that holds the command.
const COMMAND: usize = 255;

/// Data bit 6, which is set while an operation is in progress.
const BUSY: u8 = 0x40;

/// The flash memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flash {
    saved: Ram,
    /// The operation in progress, and the cycle in which it ends.
    busy: Option<(Operation, u64)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Operation {
    Load,
    Save,
}

impl Flash {
    pub(super) fn new(size: usize) -> Flash {
        Flash {
            saved: Ram::new(size),
            busy: None,
        }
    }

    /// Handles an access to [`STATUS`]. `rom` is the ROM's byte at that address. Returns the byte
    /// on the bus; `None` if the ROM answers.
    pub(super) fn access(&mut self, cycle: u64, ram: &mut Ram, rom: u8) -> Option<u8> {
        match self.busy {
            None => {
                self.busy = Some(match ram.read(COMMAND) {
                    1 => (Operation::Load, cycle + LOAD_CYCLES),
                    2 => (Operation::Save, cycle + SAVE_CYCLES),
                    _ => return None,
                });
                Some(rom | BUSY)
            }
            Some((_, end)) if cycle < end => Some(rom | BUSY),
            Some((operation, _)) => {
                self.busy = None;
                ram.write(COMMAND, 0);
                match operation {
                    Operation::Load => *ram = self.saved.clone(),
                    Operation::Save => self.saved = ram.clone(),
                }
                ram.write(COMMAND, 0);
                Some(rom & !BUSY)
            }
        }
    }
}

/// Reduces an image for the Harmony cartridge to its 28 KiB of ROM. Removes the first 1 KiB, which
/// is an ARM program that emulates the board, and everything after the ROM.
pub(super) fn strip_loader(rom: &mut Vec<u8>) {
    if rom.len() > 28 * 1024 {
        rom.drain(..1024);
        rom.truncate(28 * 1024);
    }
}
