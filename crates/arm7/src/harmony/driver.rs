//! The cartridge's own driver as the reference: its ARM code, run against a model of the console's
//! bus.
//!
//! This is slow and exact: what a cartridge does is what its driver does.

use super::{
    feed::clocks,
    lpc::{Board, Lpc, RAM},
};
use crate::{Architecture, Cpu, Exception};
use serde::{Deserialize, Serialize};

/// The processor's clock.
const KILOHERTZ: u32 = 70_000;

/// A driver that runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Driver {
    cpu: Cpu,
    lpc: Lpc,
    cycles: u64,
    start: u64,
}

/// What the cartridge shows at the end of a bus cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// What it drives on the data lines; `None` while it does not.
    pub driven: Option<u8>,
}

impl Driver {
    /// Starts a driver of the CDF family at `entry`, after its copy of `copied` bytes into RAM.
    pub fn new(flash: &[u8], ram_bytes: usize, copied: usize, entry: u32) -> Driver {
        let mut lpc = Lpc::new(ram_bytes, 4);
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

    /// The processor, to set up what the driver's start would leave in its registers.
    pub fn cpu_mut(&mut self) -> &mut Cpu {
        &mut self.cpu
    }

    /// The chip.
    pub fn lpc(&self) -> &Lpc {
        &self.lpc
    }

    /// The chip, to write.
    pub fn lpc_mut(&mut self) -> &mut Lpc {
        &mut self.lpc
    }

    /// Executes a number of instructions while the bus does not change.
    ///
    /// # Errors
    ///
    /// What stopped the driver, which no driver should do.
    pub fn run(&mut self, flash: &[u8], instructions: u32) -> Result<(), Exception> {
        for _ in 0..instructions {
            self.step(flash)?;
        }
        self.start = self.lpc.clock();
        self.cycles = 0;
        Ok(())
    }

    /// One cycle of the console's bus: an address and, in a write or a read of another chip, what
    /// is on the data lines.
    ///
    /// # Errors
    ///
    /// As [`Driver::run`].
    pub fn cycle(
        &mut self,
        flash: &[u8],
        address: u16,
        data: Option<u8>,
    ) -> Result<Answer, Exception> {
        let port = self.lpc.port_mut();
        port.address = address & 0x1fff;
        // Lines that are left alone keep their charge.
        port.data = data.unwrap_or(port.bus());
        self.cycles += 1;
        let end = self.start + clocks(self.cycles, KILOHERTZ);
        while self.lpc.clock() < end {
            self.step(flash)?;
        }
        let port = self.lpc.port();
        Ok(Answer {
            driven: (port.direction == 0xff).then_some(port.latch),
        })
    }

    /// A word of the driver's RAM.
    pub fn word(&self, address: u32) -> u32 {
        self.lpc.word(address.wrapping_sub(RAM) as usize)
    }

    fn step(&mut self, flash: &[u8]) -> Result<(), Exception> {
        let lpc = &mut self.lpc;
        self.cpu.step(&mut Board::new(lpc, flash))
    }
}
