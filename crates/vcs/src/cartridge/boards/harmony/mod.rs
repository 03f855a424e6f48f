//! The Harmony cartridge and its relatives, controlled by an ARM processor: DPC+, the CDF family
//! and BUS.
//!
//! [`arm7::harmony`] emulates the cartridges. They see every bus cycle, including accesses to other
//! chips, because a driver waits for each change of the address.

mod driver;

use super::{Access, Answer, Arm, Mapper, Scheme, Window, running_driver::RunningDriver};
use arm7::{
    Cpu,
    harmony::{self, DriverChoice, Effect, Options, Record},
};
pub(crate) use driver::Driver;
use driver::md5;
use serde::{Deserialize, Serialize};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The size of a bank.
const BANK_SIZE: usize = 0x1000;

/// The board of a Harmony cartridge with driver `D`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Harmony<D> {
    /// Our driver: the emulation of the driver in the image.
    pub(crate) ours: Box<D>,
    /// The driver in the image, if the options request that it run instead of our driver. While it
    /// runs, our driver only keeps track of the banks.
    running: Option<Box<RunningDriver>>,
}

/// DPC+.
pub type DpcPlus = Harmony<harmony::DpcPlus>;
/// CDF0 to CDFJ+.
pub type Cdf = Harmony<harmony::Cdf>;
/// BUS0 to BUS3.
#[cfg(feature = "arm-extra")]
pub type Bus = Harmony<harmony::Bus>;

fn harmony_access(access: Access) -> harmony::Access {
    harmony::Access {
        address: access.address,
        data: access.data,
        write: access.write,
        cycle: access.cycle,
    }
}

impl<D: Driver> Harmony<D> {
    /// Returns true if the driver in the image is running, rather than ours.
    #[inline]
    pub(crate) fn runs_image_driver(&self) -> bool {
        self.running.is_some()
    }

    /// Runs one bus cycle. Returns the byte that the cartridge drives.
    #[inline]
    fn cycle(&mut self, access: harmony::Access, rom: &[u8]) -> Option<u8> {
        if let Some(running) = &mut self.running {
            let byte = running.access(access, rom);
            if !running.is_in_game() {
                self.ours.follow_bank(access.address);
            }
            return byte;
        }
        self.ours.access(access, rom)
    }

    fn options(&self) -> Options {
        if let Some(running) = &self.running {
            return Options {
                driver: Some(DriverChoice::Run),
                kilohertz: Some(running.kilohertz()),
                ..self.ours.options()
            };
        }
        self.ours.options()
    }

    /// Switches between our driver and the driver in the image, as the options request. The driver
    /// in the image starts in its power-on state; if it is already running, only its clock rate
    /// changes. If the image contains no driver, our driver is used.
    fn choose_driver(&mut self, options: Options, rom: &[u8]) {
        let kilohertz = self.ours.options().kilohertz.unwrap_or_default();
        match (options.driver, &mut self.running) {
            (Some(DriverChoice::Ours), running) => *running = None,
            (_, Some(running)) if running.kilohertz() != kilohertz => {
                running.set_kilohertz(kilohertz);
            }
            (Some(DriverChoice::Run), running @ None) => {
                let ram_bytes = self.ours.lpc().ram().len();
                let bank = self.ours.bank_offset();
                *running = RunningDriver::new(rom, bank, ram_bytes, kilohertz).map(Box::new);
            }
            _ => {}
        }
    }
}

impl<D: Driver> Mapper for Harmony<D> {
    fn new(_scheme: Scheme, rom: &mut Vec<u8>) -> Harmony<D> {
        Harmony {
            ours: Box::new(D::at_power_on(rom)),
            running: None,
        }
    }

    fn map(&self, window: &mut Window) {
        window.map(0, 0x1000, self.ours.bank_offset());
        window.watch_all();
    }

    fn access(&mut self, access: Access, rom: &[u8]) -> Answer {
        let before = self.ours.bank();
        let byte = self.cycle(harmony_access(access), rom);
        Answer {
            byte: Some(byte.unwrap_or(access.data)),
            switched: self.ours.bank() != before,
        }
    }

    fn peek(&self, address: u16, rom: &[u8]) -> Option<u8> {
        let offset = self.ours.bank_offset() + usize::from(address & 0xfff);
        if self.running.is_some() {
            return rom.get(offset).copied();
        }
        // The board is large, so avoid copying it in the two most common cases: reading the address
        // has no effect, or the address is that of the last access.
        if let Some(&[byte, second, third]) = rom.get(offset..offset + 3)
            && !self.ours.is_armed_or_running()
            && self.ours.effect(address & 0xfff, [byte, second, third]) != Effect::Direct
        {
            return Some(byte);
        }
        if let driven @ Some(_) = self.ours.driven_at(address) {
            return driven;
        }
        let access = harmony::Access {
            address,
            data: 0,
            write: false,
            cycle: 0,
        };
        self.clone().cycle(access, rom)
    }

    fn bank(&self) -> Option<usize> {
        Some(self.ours.bank().into())
    }

    fn arm(&self, rom: &[u8]) -> Option<Arm> {
        let (entry, stack) = self.ours.entry(rom);
        Some(Arm {
            driver: self.ours.name(),
            version: md5(rom, self.ours.driver_bytes())[..8].to_owned(),
            entry,
            stack,
            ram_bytes: self.ours.lpc().ram().len(),
            bank_0_offset: self.ours.bank_offset() - BANK_SIZE * usize::from(self.ours.bank()),
            options: self.options(),
        })
    }

    fn arm_calls(&self) -> Option<&Record> {
        if let Some(running) = &self.running {
            return Some(running.record());
        }
        Some(self.ours.calls())
    }

    fn watch_arm_call(&self, access: Access, rom: &[u8], watch: &mut dyn FnMut(&Cpu, u64)) -> bool {
        if self.runs_image_driver() {
            return false;
        }
        self.ours.watch_call(harmony_access(access), rom, watch)
    }

    fn set_arm_options(&mut self, options: Options, rom: &[u8]) {
        self.ours.set_options(options);
        self.choose_driver(options, rom);
    }

    fn listens_below(&self) -> bool {
        true
    }

    fn access_below(&mut self, access: Access, rom: &[u8]) -> bool {
        self.cycle(harmony_access(access), rom);
        false
    }

    fn undriven_lines_below(&self) -> u8 {
        if let Some(running) = &self.running {
            return if self.ours.stuffs_bus() {
                running.driven().unwrap_or(0xff)
            } else {
                0xff
            };
        }
        self.ours.undriven_lines()
    }

    fn effects(&self, rom: &[u8]) -> Vec<Effect> {
        let first_bank_offset = self.ours.bank_offset() % BANK_SIZE;
        let mut effects = vec![Effect::Direct; rom.len()];
        let banks = rom[first_bank_offset..].chunks_exact(BANK_SIZE);
        for (bank, effects) in banks.zip(effects[first_bank_offset..].chunks_exact_mut(BANK_SIZE)) {
            for (offset, effect) in effects.iter_mut().enumerate() {
                let code = [0, 1, 2].map(|ahead| bank[(offset + ahead) % BANK_SIZE]);
                *effect = self.ours.effect(offset as u16, code);
            }
        }
        effects
    }

    fn driven_below(&self) -> Option<u8> {
        if let Some(running) = &self.running {
            return running.driven_below();
        }
        self.ours.fed_byte()
    }

    fn identity(&self) -> (usize, usize) {
        let mut hasher = DefaultHasher::new();
        Driver::kind(&*self.ours).hash(&mut hasher);
        (self.ours.lpc().ram().len(), hasher.finish() as usize)
    }
}
