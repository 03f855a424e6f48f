//! ELF cartridges: a program for the cartridge's processor that also generates the console's
//! program. The cartridge's library puts the console's program on the bus byte by byte, as the
//! console reads it.
//!
//! The processor runs in lockstep with the console: in each bus cycle it runs for as many of its
//! clocks as fit in that cycle, or until it waits for an address on the bus. With [`Time::Zero`] it
//! always runs until it waits for an address.
//!
//! Unless a comment names another source, the facts come from the cartridges' authors
//! (United-Carts-of-Atari, `vcsLib`, `elfLib`).

mod bus;
mod call;
mod error;
mod file;
mod library;
mod link;
mod memory;
mod run;
mod thumb2;

use crate::{
    Architecture, Cpu,
    harmony::{Access, Clocks, DriverChoice, Options, Record, Time, Watch},
};
use bus::{BusStep, Steps};
pub use error::ElfError;
pub use file::is_program;
use memory::Map;
use serde::{Deserialize, Serialize};

/// The processor's clock frequency: the maximum of the STM32F4.
const KILOHERTZ: u32 = 168_000;
/// Number of NOPs that the console executes before the program begins.
const FIRST_NOPS: u32 = 1_024;

/// The current task of the cartridge's processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    /// Waiting while the console copies the overblank routine (see `library.rs`) and jumps to it.
    StartUp,
    /// Running the function with this index in `Elf::constructors`.
    Constructor(u32),
    /// Waiting while the console leaves the overblank routine.
    LeavingOverblank,
    /// Running `elf_main` or `main`, the entry.
    Main,
    /// Stopped after a fault; cannot continue.
    Stopped,
}

/// The cartridge's state, without the ROM that contains the program's code and constants.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Elf {
    cpu: Cpu,
    ram: Vec<u8>,
    /// The processor's clocks since power-on.
    clock: u64,
    stage: Stage,
    steps: Steps,
    /// The addresses of the functions that run before the entry.
    constructors: Vec<u32>,
    entry: u32,
    /// The address of the entry's arguments.
    arguments: u32,
    /// The last address on the bus.
    address: u16,
    /// The byte that the cartridge drives.
    driven: Option<u8>,
    /// Mask of the data lines that the cartridge did not pull to 0 in the last access: 0xff unless
    /// that access was a stuffed write.
    undriven_lines: u8,
    random: u32,
    time: Time,
    clocks: Clocks,
    record: Record,
    /// Number of instructions executed since the program last waited for the bus.
    instructions: u64,
    /// The clock at which the program last waited for the bus.
    last_wait: u64,
}

impl Elf {
    /// Returns the cartridge as it is at power-on, and its ROM.
    ///
    /// # Errors
    ///
    /// [`ElfError`] if the file is not a program for an ELF cartridge, or needs something that is
    /// not supported.
    pub fn load(file: &[u8]) -> Result<(Elf, Vec<u8>), ElfError> {
        let program = link::link(file)?;
        let mut ram = program.ram;
        let mut map = Map {
            rom: &program.rom,
            ram: &mut ram,
            clock: 0,
        };
        let mut steps = Steps::default();
        steps.start_up();
        let elf = Elf {
            cpu: Cpu::new(Architecture::V6M, program.entry, &mut map),
            ram,
            clock: 0,
            stage: Stage::StartUp,
            steps,
            constructors: program.constructors,
            entry: program.entry,
            arguments: program.arguments,
            address: 0,
            driven: None,
            undriven_lines: 0xff,
            random: 0x2600_6507,
            time: Time::Model,
            clocks: Clocks::of_driver(KILOHERTZ, 1),
            record: Record::default(),
            instructions: 0,
            last_wait: 0,
        };
        Ok((elf, program.rom))
    }

    /// Sets the processor's options.
    pub fn set_options(&mut self, options: Options) {
        self.time = options.time.unwrap_or(self.time);
        self.clocks.kilohertz = options.kilohertz.unwrap_or(self.clocks.kilohertz);
    }

    /// Returns the options of the processor.
    pub fn options(&self) -> Options {
        Options {
            time: Some(self.time),
            kilohertz: Some(self.clocks.kilohertz),
            compat: Some(false),
            driver: Some(DriverChoice::Ours),
        }
    }

    /// Returns statistics about the program. Each call to a library function that uses the bus
    /// counts as one call.
    pub fn calls(&self) -> &Record {
        &self.record
    }

    /// Returns the address of the program's entry, and the stack pointer there.
    pub fn entry(&self) -> (u32, u32) {
        (self.entry, self.stack())
    }

    /// Returns the size of RAM in bytes.
    pub fn ram_bytes(&self) -> usize {
        self.ram.len()
    }

    fn stack(&self) -> u32 {
        link::RAM.wrapping_add(self.ram.len() as u32)
    }

    /// Returns the byte that the cartridge drives after the last access. It keeps driving this byte
    /// at any address until the library's next step on the bus.
    pub fn driven(&self) -> Option<u8> {
        self.driven
    }

    /// Returns the byte that the cartridge would drive if the console read `address` now; `None` if
    /// it would not drive the bus.
    pub fn peek(&self, address: u16) -> Option<u8> {
        let address = address & bus::ADDRESS_LINES;
        if address == self.address {
            self.driven
        } else {
            self.steps.byte_at(address).or(self.driven)
        }
    }

    /// Returns a mask of the data lines that the cartridge did not pull to 0 in the last access:
    /// 0xff unless that access was a write with bus stuffing.
    pub fn undriven_lines(&self) -> u8 {
        self.undriven_lines
    }

    /// Runs one cycle of the console's bus. Returns the byte that the cartridge drives, or `None`.
    pub fn access(&mut self, access: Access, rom: &[u8]) -> Option<u8> {
        self.cycle(access, rom, &mut None)
    }

    /// Runs one cycle on a copy, and calls `watch` before each instruction. Returns false if no
    /// instruction ran.
    pub fn watch_call(&self, access: Access, rom: &[u8], watch: &mut dyn FnMut(&Cpu, u64)) -> bool {
        let before = (self.record.instructions, self.instructions);
        let mut copy = self.clone();
        copy.cycle(access, rom, &mut Some(watch));
        (copy.record.instructions, copy.instructions) != before
    }

    fn cycle(&mut self, access: Access, rom: &[u8], watch: &mut Watch<'_>) -> Option<u8> {
        self.address = access.address & bus::ADDRESS_LINES;
        self.undriven_lines = 0xff;
        self.run(access.cycle, rom, watch);
        let Some(step) = self.steps.first().filter(|step| step.awaits(self.address)) else {
            return self.driven;
        };
        self.steps.advance();
        self.driven = match step {
            BusStep::Drive(_, byte) => Some(byte),
            _ => None,
        };
        match step {
            BusStep::Stuff(_, byte) => self.undriven_lines = byte,
            BusStep::Sample(_) => self.cpu.set_register(0, access.data.into()),
            _ => {}
        }
        if self.steps.is_empty() {
            self.resume(access.cycle, rom);
            if self.time == Time::Zero {
                self.run(access.cycle, rom, watch);
            }
        }
        self.driven
    }
}
