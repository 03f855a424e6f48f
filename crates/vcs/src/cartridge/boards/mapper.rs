//! The operations of a board.

use super::{Access, Arm, Ram, Scheme, Window};
use arm7::{
    Cpu,
    harmony::{Effect, Options, Record},
};

/// The board's response to an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Answer {
    /// The byte on the bus if something other than the ROM answers; `None` if the ROM answers.
    pub byte: Option<u8>,
    /// True if the access has switched banks. In that case, the window must be laid out again
    /// before the ROM answers.
    pub switched: bool,
}

impl Answer {
    /// The ROM answers, and the bank stays the same.
    pub const ROM: Answer = Answer {
        byte: None,
        switched: false,
    };
    /// The bank is switched, and then the ROM answers from the new bank.
    pub const SWITCHED: Answer = Answer {
        byte: None,
        switched: true,
    };

    /// Returns an answer with this byte, which does not come from ROM.
    pub const fn byte(byte: u8) -> Answer {
        Answer {
            byte: Some(byte),
            switched: false,
        }
    }
}

/// The operations of every board.
pub trait Mapper {
    /// Creates the board of a scheme at power-on. `rom` contains the image, which this function may
    /// change into the ROM of the board.
    fn new(scheme: Scheme, rom: &mut Vec<u8>) -> Self
    where
        Self: Sized;

    /// Lays out the ROM in the window, and sets the addresses that the board watches.
    fn map(&self, window: &mut Window);

    /// Handles an access to a watched address.
    fn access(&mut self, access: Access, rom: &[u8]) -> Answer;

    /// Returns the byte that a read would return, without the effects of a read; `None` if ROM
    /// answers.
    fn peek(&self, _address: u16, _rom: &[u8]) -> Option<u8> {
        None
    }

    /// Returns true if the board sees accesses to addresses below the window.
    fn listens_below(&self) -> bool {
        false
    }

    /// Returns true if the board must see an access to `$00-$7F` even if an instruction in plain
    /// ROM makes it. Used only for boards that listen below the window.
    fn listens_to_tia(&self) -> bool {
        true
    }

    /// Returns true if the board must see an access to `$80-$FF` even if an instruction in plain
    /// ROM makes it. Used only for boards that listen below the window.
    fn listens_to_ram(&self) -> bool {
        true
    }

    /// Handles an access below the window after it has been made, so that `data` is the byte that
    /// was read or written. Returns true if the access has switched banks.
    fn access_below(&mut self, _access: Access, _rom: &[u8]) -> bool {
        false
    }

    /// Returns the byte that the board drove onto the bus in the last access below the window,
    /// although another chip was selected there. Returns `None` if the board drove nothing.
    fn driven_below(&self) -> Option<u8> {
        None
    }

    /// Returns a mask of the data lines that the board did not drive in the last write below the
    /// window. The board pulled all other data lines to 0, although the processor drove them, too.
    fn undriven_lines_below(&self) -> u8 {
        0xff
    }

    /// Returns the effect that an access to each byte of the ROM has while the board is at rest. A
    /// board is at rest if it is neither waiting for the next access nor running ARM code. The
    /// result is empty for a board that is never at rest.
    fn effects(&self, _rom: &[u8]) -> Vec<Effect> {
        Vec::new()
    }

    /// Returns the number of the bank in the window; `None` if it can be computed from the bank's
    /// offset in the image.
    fn bank(&self) -> Option<usize> {
        None
    }

    /// Returns facts about the board's ARM processor; `None` if it has none.
    fn arm(&self, _rom: &[u8]) -> Option<Arm> {
        None
    }

    /// Returns the record of the calls to ARM code; `None` for a board without an ARM processor.
    fn arm_calls(&self) -> Option<&Record> {
        None
    }

    /// Runs the call to ARM code that an access starts, on a copy of the board. Before each ARM
    /// instruction, calls `watch` with the processor and the number of ARM clocks since the start
    /// of the call. Returns false if the access does not start a call.
    fn watch_arm_call(
        &self,
        _access: Access,
        _rom: &[u8],
        _watch: &mut dyn FnMut(&Cpu, u64),
    ) -> bool {
        false
    }

    /// Sets the options with which the ARM processor runs.
    fn set_arm_options(&mut self, _options: Options, _rom: &[u8]) {}

    /// Returns the board's RAM if its contents are undefined at power-on.
    fn uninitialized_ram(&mut self) -> Option<&mut Ram> {
        None
    }

    /// For an address in the RAM's write port, returns the address in the read port for the same
    /// byte. Only the low 12 bits of `address` are used, and the result has 12 bits. Returns `None`
    /// for all other addresses, and for boards whose ports can move.
    fn read_port(&self, _address: u16) -> Option<u16> {
        None
    }

    /// Returns two numbers that stay the same while the board runs. So if a saved state has
    /// different numbers, it is from a different cartridge.
    fn identity(&self) -> (usize, usize) {
        (0, 0)
    }
}
