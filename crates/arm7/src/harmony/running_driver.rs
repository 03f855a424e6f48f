//! A cartridge that runs its own driver, as the real chip does: slow, but exact.

use super::{
    call::{End, Fault, Origin, Outcome},
    calls::Record,
    driver::Driver,
    feed::Access,
};
use serde::{Deserialize, Serialize};

/// The bytes that identify the loader in every image that has a driver, at offset
/// `LOADER_MARK_OFFSET`.
const LOADER_MARK: [u8; 4] = [0x1e, 0xab, 0xad, 0x10];
const LOADER_MARK_OFFSET: usize = 0x20;
/// Number of clocks from power-on to the end of the console's reset, by which time the chip has
/// started.
const STARTUP_CLOCKS: u64 = 2_000_000;
/// Address that the console reads in a loop while CDF's loader feeds it a program. After 255 reads,
/// the loader starts the driver.
// From the drivers' code.
const LOADER_READ_ADDRESS: u16 = 0x1ff4;
/// Maximum number of reads of [`LOADER_READ_ADDRESS`] before giving up. A working loader needs
/// fewer reads to copy the driver to RAM.
const MAX_LOADER_READS: u32 = 20_000;
/// Addresses that are read to find out whether the driver is answering yet. It is answering if it
/// drives the bank's bytes at all of them.
const PROBE_ADDRESSES: [u16; 4] = [0x1ffc, 0x1ffd, 0x1100, 0x1101];
/// Address line A12, which selects the cartridge.
const WINDOW_LINE: u16 = 0x1000;

/// The chip with the image's driver.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunningDriver {
    driver: Driver,
    kilohertz: u32,
    driven: Option<u8>,
    /// True if the driver has stopped at an instruction that could not complete.
    stopped: bool,
    record: Record,
}

impl RunningDriver {
    /// Returns the chip with its driver started; `None` if the image has no driver. `bank` is the
    /// image offset of the bank that is selected first.
    pub fn new(
        flash: &[u8],
        bank: usize,
        ram_bytes: usize,
        kilohertz: u32,
    ) -> Option<RunningDriver> {
        if !RunningDriver::has_driver(flash) {
            return None;
        }
        let mut running = RunningDriver {
            driver: Driver::at_power_on(flash, ram_bytes),
            kilohertz,
            driven: None,
            stopped: false,
            record: Record::default(),
        };
        let started = running.driver.run_clocks(flash, STARTUP_CLOCKS);
        running.stopped = started.is_err();
        running.run_loader(flash, bank);
        running.driver.restart_cycle_count();
        Some(running)
    }

    /// Runs the loader until the driver answers reads. The console does not run during that time,
    /// because the bytes that it would read while the loader is copying are not known.
    fn run_loader(&mut self, flash: &[u8], bank: usize) {
        for _ in 0..MAX_LOADER_READS {
            let answers = |address: u16| {
                let byte = flash.get(bank + usize::from(address & 0xfff)).copied();
                self.read_byte(address, flash) == byte
            };
            if PROBE_ADDRESSES.into_iter().all(answers) || self.stopped {
                return;
            }
            self.read_byte(LOADER_READ_ADDRESS, flash);
        }
    }

    fn read_byte(&mut self, address: u16, flash: &[u8]) -> Option<u8> {
        let answer = self.driver.cycle_at(flash, address, None, self.kilohertz);
        self.stopped |= answer.is_err();
        answer.ok()?.driven
    }

    /// Returns true if an image has a driver.
    pub fn has_driver(flash: &[u8]) -> bool {
        flash.get(LOADER_MARK_OFFSET..LOADER_MARK_OFFSET + 4) == Some(&LOADER_MARK[..])
    }

    /// Returns the processor's clock in kHz.
    pub fn kilohertz(&self) -> u32 {
        self.kilohertz
    }

    /// Sets the processor's clock in kHz.
    pub fn set_kilohertz(&mut self, kilohertz: u32) {
        self.kilohertz = kilohertz;
        self.driver.restart_cycle_count();
    }

    /// Returns the statistics about calls. The calls are not counted, because the driver itself
    /// makes them. The only entry is the fault that stopped the driver, if there was one.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Returns the size of RAM in bytes.
    pub fn ram_bytes(&self) -> usize {
        self.driver.lpc().ram().len()
    }

    /// Returns the byte that the driver puts on the bus when the console reads from another chip
    /// while the game's code is running; `None` if that code is not running.
    // CDF1 and CDFJ also drive the bus in such a read while they are waiting for an operand, for
    // example when an RTS precedes LDA #. Two chips then drive the bus, and the byte is
    // electrically undefined. But games rely on reading the other chip's byte, so the result here
    // is `None`.
    pub fn driven_below(&self) -> Option<u8> {
        self.driven.filter(|_| self.is_in_game())
    }

    /// Returns the byte that the driver drove in the last access.
    pub fn driven(&self) -> Option<u8> {
        self.driven
    }

    /// Returns true if the game's code is running.
    pub fn is_in_game(&self) -> bool {
        self.driver.is_in_game()
    }

    /// Runs one cycle of the console's bus. Returns the byte that the cartridge drives, or `None`.
    pub fn access(&mut self, access: Access, flash: &[u8]) -> Option<u8> {
        let from_other_chip = access.write || access.address & WINDOW_LINE == 0;
        let data = from_other_chip.then_some(access.data);
        if self.stopped {
            return self.driven;
        }
        match self
            .driver
            .cycle_at(flash, access.address, data, self.kilohertz)
        {
            Ok(answer) => self.driven = answer.driven,
            Err(exception) => {
                self.stopped = true;
                let (opcode, registers) = self.driver.opcode_and_registers();
                self.record.add(Outcome {
                    origin: Origin {
                        function: 0,
                        address: access.address,
                        bank: 0,
                        cycle: access.cycle,
                    },
                    instructions: 0,
                    clocks: 0,
                    end: End::Fault(Fault {
                        exception: Some(exception),
                        opcode,
                        registers,
                    }),
                });
            }
        }
        self.driven
    }
}
