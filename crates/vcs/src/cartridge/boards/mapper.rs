//! The operations of a board.

use super::{Access, Arm, Ram, Scheme, Window};
use arm7::{
    Cpu,
    harmony::{Effect, Options, Record},
};

/// The board's response to an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Answer {
    /// The byte, if something other than ROM answers.
    pub byte: Option<u8>,
    /// True if banks have changed, so that the window must be laid out again before ROM answers.
    pub switched: bool,
}

impl Answer {
    /// ROM answers, from the same bank.
    pub const ROM: Answer = Answer {
        byte: None,
        switched: false,
    };
    /// ROM answers from the new bank.
    pub const SWITCHED: Answer = Answer {
        byte: None,
        switched: true,
    };

    /// Returns an answer with this byte from a device other than ROM.
    pub const fn byte(byte: u8) -> Answer {
        Answer {
            byte: Some(byte),
            switched: false,
        }
    }
}

/// The operations of every board.
pub trait Mapper {
    /// Creates the board of a scheme at power-on. `rom` is the image; the board turns it into its
    /// ROM.
    fn new(scheme: Scheme, rom: &mut Vec<u8>) -> Self
    where
        Self: Sized;

    /// Lays ROM out in the window and chooses the watched addresses.
    fn map(&self, window: &mut Window);

    /// Handles an access to a watched address.
    fn access(&mut self, access: Access, rom: &[u8]) -> Answer;

    /// Returns the byte that a read would return, without the effects of the read; `None` if ROM
    /// answers.
    fn peek(&self, _address: u16, _rom: &[u8]) -> Option<u8> {
        None
    }

    /// Returns true if the board listens to addresses below the window.
    fn listens_below(&self) -> bool {
        false
    }

    /// For a board that listens below the window: true if an access to `$00-$7F` can affect the
    /// board even when the accessing instruction is in ROM without watched addresses.
    fn listens_to_tia(&self) -> bool {
        true
    }

    /// For a board that listens below the window: true if an access to `$80-$FF` can affect the
    /// board even when the accessing instruction is in ROM without watched addresses.
    fn listens_to_ram(&self) -> bool {
        true
    }

    /// Handles a completed access below the window: `data` is the byte read or written. Returns
    /// true if banks have changed.
    fn access_below(&mut self, _access: Access, _rom: &[u8]) -> bool {
        false
    }

    /// Returns the byte that the board drove in the last access below the window, in a bus conflict
    /// with the chip selected there; `None` if it drove nothing.
    fn driven_below(&self) -> Option<u8> {
        None
    }

    /// Returns the data lines that the board did not drive in the last write below the window. The
    /// board pulled the other lines to 0, in a bus conflict with the processor.
    fn leaves_below(&self) -> u8 {
        0xff
    }

    /// Returns, for each byte of the ROM, the effect of accessing it while the board is at rest,
    /// which means that it neither waits for the next access nor runs ARM code. Empty for boards
    /// that are never at rest.
    fn effects(&self, _rom: &[u8]) -> Vec<Effect> {
        Vec::new()
    }

    /// Returns the number of the bank in the window, if it cannot be computed from the bank's
    /// offset in the image.
    fn bank(&self) -> Option<usize> {
        None
    }

    /// Returns the board's ARM processor.
    fn arm(&self, _rom: &[u8]) -> Option<Arm> {
        None
    }

    /// Returns the statistics of the calls to ARM code.
    fn arm_calls(&self) -> Option<&Record> {
        None
    }

    /// Runs, on a copy of the board, the call to ARM code that an access begins. Before each ARM
    /// instruction, calls `watch` with the processor and the number of ARM clocks since the call
    /// began. Returns false if the access does not begin a call.
    fn watch_arm_call(
        &self,
        _access: Access,
        _rom: &[u8],
        _watch: &mut dyn FnMut(&Cpu, u64),
    ) -> bool {
        false
    }

    /// Sets how the ARM processor runs.
    fn set_arm_options(&mut self, _options: Options, _rom: &[u8]) {}

    /// Returns the RAM that is undefined at power-on.
    fn ram(&mut self) -> Option<&mut Ram> {
        None
    }

    /// For an address in the RAM's write port, returns the address that reads the same byte. The
    /// upper bits of `address` are ignored; the result is 12 bits. `None` for other addresses, and
    /// for boards whose ports can move.
    fn read_port(&self, _address: u16) -> Option<u16> {
        None
    }

    /// Returns two numbers that identify the cartridge: they are the same in all states of its
    /// board. A saved state with different numbers belongs to a different cartridge.
    fn identity(&self) -> (usize, usize) {
        (0, 0)
    }
}
