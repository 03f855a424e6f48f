//! The messages.

use serde::{Deserialize, Serialize};
use vcs::{Input, Machine};

/// The first bytes that a debugger sends.
pub const GREETING: &[u8] =
    concat!("crownhead-attach 1 ", env!("CARGO_PKG_VERSION"), "\n").as_bytes();

/// A message from the game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum GameMessage {
    /// The whole game, for the debugger to take over.
    Whole(Box<Whole>),
    /// A frame has run.
    Frame(Box<Frame>),
}

/// A game, for a debugger to take over.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Whole {
    /// Number of machines that the game has received from the debugger.
    pub taken: u32,
    /// The cartridge's file, if there is one.
    pub path: Option<String>,
    /// The cartridge's image.
    pub image: Vec<u8>,
    /// The name of its bank-switch scheme.
    pub scheme: String,
    /// Power-on and all input since then, as a script; `None` if they are not known.
    pub script: Option<String>,
    /// States of the past, the oldest first.
    pub past: Vec<Vec<u8>>,
    /// The state of the machine.
    pub now: Vec<u8>,
}

impl Whole {
    /// Creates a game from only a machine, without file, input and past.
    pub fn of(machine: &Machine) -> Whole {
        let cartridge = machine.cartridge();
        Whole {
            image: cartridge.image().to_vec(),
            scheme: cartridge.scheme().name().to_owned(),
            now: machine.save(),
            ..Whole::default()
        }
    }
}

/// A frame that the game has run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// Number of machines that the game has received from the debugger.
    pub taken: u32,
    /// The input in the frame.
    pub input: Input,
    /// The machine's cycles before the frame.
    pub from: u64,
    /// The machine's cycles after the frame.
    pub to: u64,
    /// RAM after the frame.
    pub ram: Vec<u8>,
}

impl Frame {
    /// Creates the message for the frame that a machine has run since the cycle `from`.
    pub fn of(machine: &Machine, from: u64) -> Frame {
        Frame {
            taken: 0,
            input: *machine.input(),
            from,
            to: machine.cycles(),
            ram: machine.ram().to_vec(),
        }
    }

    /// Returns whether the machine is at the end of this frame.
    pub fn ends_at(&self, machine: &Machine) -> bool {
        machine.cycles() == self.to && machine.ram()[..] == self.ram[..]
    }
}

/// A message from the debugger.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum DebuggerMessage {
    /// Continues the game: the debugger has run the frame.
    Play,
    /// Continues the game from the machine with this state.
    From(Vec<u8>),
    /// Requests the whole game again, because the debugger's machine is at another moment.
    Again,
}
