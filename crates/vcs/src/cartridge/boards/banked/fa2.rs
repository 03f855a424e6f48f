//! FA2, CBS RAM Plus with flash memory: banks as on FA, and a copy of the RAM in flash. The last
//! byte of RAM holds a command. A read of `$1FF4` starts the command; data bit 6 shows whether the
//! command is still in progress.

use super::Ram;
use serde::{Deserialize, Serialize};

/// The 12-bit address that operates the flash memory.
pub const STATUS: u16 = 0xff4;

/// Number of CPU cycles that a load takes, 0.5 ms. Stella and Gopher2600 use the same durations for
/// loading and saving.
const LOAD_CYCLES: u64 = 597;
/// Number of CPU cycles that a save takes, 101 ms.
const SAVE_CYCLES: u64 = 120_500;

/// Index of the byte of RAM that holds the command.
const COMMAND: usize = 255;

/// Data bit 6, set while an operation is in progress.
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

    /// Handles a read of [`STATUS`]; `rom` is the ROM's byte at that address. Returns the byte on
    /// the bus, or `None` if the ROM answers.
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

/// Removes two parts of a Harmony image: the first 1 KiB, an ARM program that emulates the board,
/// and everything after the 28 KiB of ROM.
pub(super) fn take_off_loader(rom: &mut Vec<u8>) {
    if rom.len() > 28 * 1024 {
        rom.drain(..1024);
        rom.truncate(28 * 1024);
    }
}
