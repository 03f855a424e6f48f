//! The machine: the only place where time advances.

use crate::{
    Cartridge, Input,
    television::{Frame, Sample, Television},
};
use serde::{Deserialize, Serialize};

/// What is in RAM, CPU registers and timer when the power comes on: undefined on a console.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum PowerOnState {
    Zero,
    Ones,
    #[default]
    Random,
}

/// How a machine is switched on. Same cartridge, same `PowerOn`, same input: same frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PowerOn {
    /// What undefined cells hold.
    pub state: PowerOnState,
    /// Seed of everything random, used or not.
    pub seed: u64,
}

/// One bus cycle as seen on the cartridge port.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BusCycle {
    /// 13 bits.
    pub address: u16,
    /// The byte on the data bus at the end of the cycle.
    pub data: u8,
    /// True for a write.
    pub write: bool,
    /// The RDY line: false while the TIA holds the processor after WSYNC.
    pub rdy: bool,
    /// True in an opcode fetch.
    pub sync: bool,
}

/// A console with a cartridge in it, switched on.
#[derive(Debug, Clone)]
pub struct Machine {
    television: Television,
    input: Input,
}

impl Machine {
    /// Plugs a cartridge in and switches on.
    pub fn new(_cartridge: Cartridge, _power_on: PowerOn) -> Machine {
        Machine {
            television: Television::default(),
            input: Input::default(),
        }
    }

    /// One bus cycle: three color clocks.
    pub fn cycle(&mut self) -> BusCycle {
        BusCycle {
            address: 0,
            data: 0,
            write: false,
            rdy: true,
            sync: true,
        }
    }

    /// Cycles until the next opcode fetch has been reached (that fetch is the next cycle).
    pub fn instruction(&mut self) {}

    /// Runs until the television has a new frame, or for a bounded number of scanlines.
    pub fn frame(&mut self) -> &Frame {
        self.television.frame()
    }

    /// The last complete frame.
    pub fn last_frame(&self) -> &Frame {
        self.television.frame()
    }

    /// What the hands do from now on. The chips catch up first.
    pub fn set_input(&mut self, input: Input) {
        self.input = input;
    }

    /// The input in force.
    pub fn input(&self) -> &Input {
        &self.input
    }

    /// Takes the sound samples collected since the last call.
    pub fn take_samples(&mut self, _out: &mut Vec<Sample>) {}

    /// The 128 bytes of RAM, $80..=$FF.
    pub fn ram(&self) -> &[u8; 128] {
        &[0; 128]
    }

    /// Overwrites one byte of RAM; `address` is $80..=$FF. For tests and tools.
    pub fn poke_ram(&mut self, _address: u8, _data: u8) {}

    /// What a read at `address` (13 bits) would give, without any side effect.
    pub fn peek(&self, _address: u16) -> u8 {
        0
    }

    /// CPU cycles since power-on.
    pub fn cycles(&self) -> u64 {
        0
    }
}
