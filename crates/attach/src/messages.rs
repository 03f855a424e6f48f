//! The messages that the game and the debugger exchange.

use serde::{Deserialize, Serialize};
use vcs::{Input, Machine};

/// The first bytes that a debugger sends.
pub const GREETING: &[u8] =
    concat!("crownhead-attach 1 ", env!("CARGO_PKG_VERSION"), "\n").as_bytes();

/// A message from the game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum GameMessage {
    /// Everything that the debugger needs to make its copy of the game.
    FullState(Box<FullState>),
    /// A frame has run.
    Frame(Box<Frame>),
}

/// Everything that a debugger needs to make its copy of a game.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct FullState {
    /// Number of machine states that the game has received from the debugger.
    pub states_received: u32,
    /// The path of the cartridge file, if there is one.
    pub path: Option<String>,
    /// The cartridge's image.
    pub image: Vec<u8>,
    /// The name of the cartridge's bank-switch scheme.
    pub scheme: String,
    /// The power-on state and all input since power-on, as a script; `None` if they are not known.
    pub script: Option<String>,
    /// Earlier states of the machine, oldest first.
    pub earlier_states: Vec<Vec<u8>>,
    /// The current state of the machine.
    pub current_state: Vec<u8>,
}

impl FullState {
    /// Creates the message from a machine, without a path, script or earlier states.
    pub fn of(machine: &Machine) -> FullState {
        let cartridge = machine.cartridge();
        FullState {
            image: cartridge.image().to_vec(),
            scheme: cartridge.scheme().name().to_owned(),
            current_state: machine.save(),
            ..FullState::default()
        }
    }
}

/// A frame that the game has run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// Number of machine states that the game has received from the debugger.
    pub states_received: u32,
    /// The input during the frame.
    pub input: Input,
    /// The machine's cycle count before the frame.
    pub start_cycle: u64,
    /// The machine's cycle count after the frame.
    pub end_cycle: u64,
    /// RAM after the frame.
    pub ram: Vec<u8>,
}

impl Frame {
    /// Creates the message for the frame that a machine has run since `start_cycle`.
    /// [`Port::report_frame`](crate::Port::report_frame) sets `states_received`.
    pub fn of(machine: &Machine, start_cycle: u64) -> Frame {
        Frame {
            states_received: 0,
            input: *machine.input(),
            start_cycle,
            end_cycle: machine.cycles(),
            ram: machine.ram().to_vec(),
        }
    }

    /// Returns true if a machine is at the end of this frame, that is, if its cycle count and RAM
    /// match.
    pub fn ends_at(&self, machine: &Machine) -> bool {
        machine.cycles() == self.end_cycle && machine.ram()[..] == self.ram[..]
    }
}

/// A message from the debugger.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum DebuggerMessage {
    /// Allows the game to run its next frame. The debugger sends this after it has made its copy of
    /// the game, and again each time its copy has run the frame that the game reported.
    Play,
    /// Makes the game continue from the given machine state.
    ContinueFrom(Vec<u8>),
    /// Requests [`FullState`] again because the debugger's machine no longer matches the game's.
    Resend,
}
