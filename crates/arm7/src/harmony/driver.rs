//! The reference implementation: runs the ARM code of the cartridge's driver against a model of the
//! console's bus.
//!
//! This is slow, but exact: the driver defines the behavior of the cartridge.

use super::{
    facts::{FLASH_WAIT, KILOHERTZ},
    feed::clocks,
    lpc::{Board, Lpc, RAM},
};
use crate::{Architecture, Cpu, Exception};
use serde::{Deserialize, Serialize};

/// Maximum number of instructions to execute in one console cycle. No allowed clock rate needs that
/// many.
const MAX_INSTRUCTIONS: u32 = 4_096;

/// A running driver.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Driver {
    cpu: Cpu,
    lpc: Lpc,
    /// Number of console cycles that have run since `start`.
    cycles: u64,
    /// The processor clock at which the count of console cycles began.
    start: u64,
}

/// The output of the cartridge at the end of a bus cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// The byte that the cartridge drives on the data lines, or `None`.
    pub driven: Option<u8>,
}

impl Driver {
    /// Starts a driver at `entry`, with the first `copied` bytes of flash already copied to RAM.
    pub fn new(flash: &[u8], ram_bytes: usize, copied: usize, entry: u32) -> Driver {
        let mut lpc = Lpc::new(ram_bytes, FLASH_WAIT);
        let copied = copied.min(flash.len()).min(ram_bytes);
        lpc.ram_mut()[..copied].copy_from_slice(&flash[..copied]);
        let mut board = Board::new(&mut lpc, flash);
        let cpu = Cpu::new(Architecture::V4T, entry, &mut board);
        Driver {
            cpu,
            lpc,
            cycles: 0,
            start: 0,
        }
    }

    /// Creates a chip that has just been reset. It starts executing the image at address 0.
    pub(super) fn at_power_on(flash: &[u8], ram_bytes: usize) -> Driver {
        Driver::new(flash, ram_bytes, 0, 0)
    }

    /// Runs until the processor clock reaches `clocks`, with the bus held constant.
    pub(super) fn run_clocks(&mut self, flash: &[u8], clocks: u64) -> Result<(), Exception> {
        while self.lpc.clock() < clocks {
            self.step(flash)?;
        }
        self.run(flash, 0)
    }

    /// Restarts the count of console cycles from 0 at the current processor clock.
    pub(super) fn restart_cycle_count(&mut self) {
        self.start = self.lpc.clock();
        self.cycles = 0;
    }

    /// Returns true if the processor is executing outside the driver's RAM. The game's code is then
    /// running, or has just returned.
    pub(super) fn is_in_game(&self) -> bool {
        self.cpu.pc() < RAM
    }

    /// Returns the opcode of the current instruction and the registers R0 to R15. R15 is the
    /// address of the instruction.
    pub(super) fn opcode_and_registers(&self) -> (u32, [u32; 16]) {
        let registers = std::array::from_fn(|number| self.cpu.register(number));
        (self.cpu.opcode(), registers)
    }

    /// Returns the processor, mutably, so that a caller can set the registers as the driver's
    /// start-up code leaves them.
    pub fn cpu_mut(&mut self) -> &mut Cpu {
        &mut self.cpu
    }

    /// Returns the chip.
    pub fn lpc(&self) -> &Lpc {
        &self.lpc
    }

    /// Returns the chip, mutably.
    pub fn lpc_mut(&mut self) -> &mut Lpc {
        &mut self.lpc
    }

    /// Executes this many instructions with the bus held constant, and then restarts the count of
    /// console cycles.
    ///
    /// # Errors
    ///
    /// Returns the exception that stopped the driver. A working driver does not raise any.
    pub fn run(&mut self, flash: &[u8], instructions: u32) -> Result<(), Exception> {
        for _ in 0..instructions {
            self.step(flash)?;
        }
        self.start = self.lpc.clock();
        self.cycles = 0;
        Ok(())
    }

    /// Runs one cycle of the console's bus. `data` is the byte on the data lines in a write or in a
    /// read from another chip.
    ///
    /// # Errors
    ///
    /// Same as [`Driver::run`].
    pub fn cycle(
        &mut self,
        flash: &[u8],
        address: u16,
        data: Option<u8>,
    ) -> Result<Answer, Exception> {
        self.cycle_at(flash, address, data, KILOHERTZ)
    }

    /// Like [`Driver::cycle`], but with a processor clock of `kilohertz`.
    pub(super) fn cycle_at(
        &mut self,
        flash: &[u8],
        address: u16,
        data: Option<u8>,
        kilohertz: u32,
    ) -> Result<Answer, Exception> {
        let port = self.lpc.port_mut();
        port.address = address & 0x1fff;
        // Undriven lines keep their charge.
        port.data = data.unwrap_or(port.bus());
        self.cycles = self.cycles.wrapping_add(1);
        let end = self.start.wrapping_add(clocks(self.cycles, kilohertz));
        // A damaged state can hold any clock, so limit the number of instructions.
        for _ in 0..MAX_INSTRUCTIONS {
            if self.lpc.clock() >= end {
                break;
            }
            self.step(flash)?;
        }
        let port = self.lpc.port();
        Ok(Answer {
            driven: (port.direction == 0xff).then_some(port.latch),
        })
    }

    /// Returns a word of the driver's RAM.
    pub fn word(&self, address: u32) -> u32 {
        self.lpc.word(address.wrapping_sub(RAM) as usize)
    }

    fn step(&mut self, flash: &[u8]) -> Result<(), Exception> {
        let lpc = &mut self.lpc;
        if let Some(interrupt) = lpc.interrupt() {
            self.cpu.interrupt(interrupt, &mut Board::new(lpc, flash));
        }
        self.cpu.step(&mut Board::new(lpc, flash))
    }
}
