//! The Harmony cartridge and its relatives: DPC+ and the CDF family, driven by an ARM processor.
//!
//! [`arm7::harmony`] has what the cartridge does. It sees every bus cycle, those of other chips
//! too: its driver waits for addresses to change.

use super::{Access, Answer, Arm, Mapper, Scheme, Window};
use arm7::{
    Cpu,
    harmony::{self, Cdf, DpcPlus, Effect, Family, Layout, Options, Record, Time, Variant},
};
use md5::{Digest, Md5};
use serde::{Deserialize, Serialize};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A DPC+ image without its driver has so much less.
const DRIVER: usize = 0xc00;
/// The size of a driver of the CDF family.
const CDF_DRIVER: usize = 0x800;
/// The size of an image of DPC+.
const DPC_PLUS: usize = 0x8000;

/// The size of a bank.
const BANK: usize = 0x1000;

/// The board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Harmony(Box<Driver>);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum Driver {
    DpcPlus(DpcPlus),
    Cdf(Cdf),
}

impl Harmony {
    fn bank_offset(&self) -> usize {
        match &*self.0 {
            Driver::DpcPlus(driver) => driver.bank_offset(),
            Driver::Cdf(driver) => driver.bank_offset(),
        }
    }

    fn bank_number(&self) -> u8 {
        match &*self.0 {
            Driver::DpcPlus(driver) => driver.bank(),
            Driver::Cdf(driver) => driver.bank(),
        }
    }

    fn effect(&self, offset: u16, code: [u8; 3]) -> Effect {
        match &*self.0 {
            Driver::DpcPlus(driver) => driver.effect(offset, code),
            Driver::Cdf(driver) => driver.effect(offset, code),
        }
    }

    fn cycle(&mut self, access: Access, rom: &[u8]) -> Option<u8> {
        let access = harmony_access(access);
        match &mut *self.0 {
            Driver::DpcPlus(driver) => driver.access(access, rom),
            Driver::Cdf(driver) => driver.access(access, rom),
        }
    }
}

fn harmony_access(access: Access) -> harmony::Access {
    harmony::Access {
        address: access.address,
        data: access.data,
        cycle: access.cycle,
    }
}

fn variant_name(driver: &DpcPlus) -> String {
    let kind = match driver.variant().jitters {
        true => "jitter",
        false => "stable",
    };
    format!("DPC+, {kind} driver")
}

fn layout_name(driver: &Cdf) -> String {
    let layout = driver.layout();
    let name = match layout.family {
        Family::Cdf0 => "CDF0",
        Family::Cdf1 => "CDF1",
        Family::Cdfj => "CDFJ",
        Family::CdfjPlus => "CDFJ+",
    };
    format!("{name} driver")
}

fn variant(image: &[u8]) -> Variant {
    Variant::by_md5(&md5(image, DRIVER))
}

/// The MD5 of the image's beginning in hexadecimal.
fn md5(image: &[u8], bytes: usize) -> String {
    let digest = Md5::digest(&image[..bytes.min(image.len())]);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Mapper for Harmony {
    fn new(scheme: Scheme, rom: &mut Vec<u8>) -> Harmony {
        let driver = match scheme {
            Scheme::DpcPlus => {
                let missing = DPC_PLUS.saturating_sub(rom.len());
                rom.splice(..0, std::iter::repeat_n(0, missing));
                Driver::DpcPlus(DpcPlus::new(rom, variant(rom), Time::default()))
            }
            _ => {
                let unmarked = || Layout::with(Family::Cdf1, rom);
                let layout = Layout::of(rom).unwrap_or_else(unmarked);
                Driver::Cdf(Cdf::new(rom, layout, Time::default()))
            }
        };
        Harmony(Box::new(driver))
    }

    fn map(&self, window: &mut Window) {
        window.map(0, 0x1000, self.bank_offset());
        window.watch_all();
    }

    fn access(&mut self, access: Access, rom: &[u8]) -> Answer {
        self.access_seen(access, rom).0
    }

    fn peek(&self, address: u16, rom: &[u8]) -> Option<u8> {
        let access = Access {
            address,
            data: 0,
            write: false,
            cycle: 0,
        };
        self.clone().cycle(access, rom)
    }

    fn bank(&self) -> Option<usize> {
        Some(self.bank_number().into())
    }

    fn arm(&self, rom: &[u8]) -> Option<Arm> {
        let (driver, options, (entry, stack), lpc) = match &*self.0 {
            Driver::DpcPlus(driver) => (
                variant_name(driver),
                driver.options(),
                driver.entry(),
                driver.lpc(),
            ),
            Driver::Cdf(driver) => (
                layout_name(driver),
                driver.options(),
                driver.entry(rom),
                driver.lpc(),
            ),
        };
        let driver_bytes = match &*self.0 {
            Driver::DpcPlus(_) => DRIVER,
            Driver::Cdf(_) => CDF_DRIVER,
        };
        Some(Arm {
            driver,
            version: md5(rom, driver_bytes)[..8].to_owned(),
            entry,
            stack,
            ram_bytes: lpc.ram().len(),
            options,
        })
    }

    fn arm_calls(&self) -> Option<&Record> {
        Some(match &*self.0 {
            Driver::DpcPlus(driver) => driver.calls(),
            Driver::Cdf(driver) => driver.calls(),
        })
    }

    fn watch_arm_call(&self, access: Access, rom: &[u8], watch: &mut dyn FnMut(&Cpu, u64)) -> bool {
        let access = harmony_access(access);
        match &*self.0 {
            Driver::DpcPlus(driver) => driver.watch_call(access, rom, watch),
            Driver::Cdf(driver) => driver.watch_call(access, rom, watch),
        }
    }

    fn set_arm_options(&mut self, options: Options) {
        match &mut *self.0 {
            Driver::DpcPlus(driver) => driver.set_options(options),
            Driver::Cdf(driver) => driver.set_options(options),
        }
    }

    fn listens_below(&self) -> bool {
        true
    }

    fn access_below(&mut self, access: Access, rom: &[u8]) -> bool {
        self.cycle(access, rom);
        false
    }

    fn rests(&mut self) -> bool {
        !match &mut *self.0 {
            Driver::DpcPlus(driver) => driver.waits(),
            Driver::Cdf(driver) => driver.waits(),
        }
    }

    fn pass(&mut self, address: u16, driven: Option<u8>) {
        match &mut *self.0 {
            Driver::DpcPlus(driver) => driver.pass(address, driven),
            Driver::Cdf(driver) => driver.pass(address, driven),
        }
    }

    fn access_seen(&mut self, access: Access, rom: &[u8]) -> (Answer, bool) {
        let before = self.bank_number();
        let seen = harmony_access(access);
        let (byte, rests) = match &mut *self.0 {
            Driver::DpcPlus(driver) => (driver.access(seen, rom), !driver.waits()),
            Driver::Cdf(driver) => (driver.access(seen, rom), !driver.waits()),
        };
        let answer = Answer {
            byte: Some(byte.unwrap_or(access.data)),
            switched: self.bank_number() != before,
        };
        (answer, rests)
    }

    fn load(&mut self, address: u16, code: [u8; 2], cycle: u64, rom: &[u8]) -> Option<u8> {
        match &mut *self.0 {
            Driver::DpcPlus(driver) => driver.load(address, code, cycle, rom),
            Driver::Cdf(driver) => driver.load(address, code, cycle, rom),
        }
    }

    fn skip_nops(&mut self, address: u16, cycle: u64, most: u16) -> u16 {
        match &mut *self.0 {
            Driver::DpcPlus(driver) => driver.skip_nops(address, cycle, most),
            Driver::Cdf(driver) => driver.skip_nops(address, cycle, most),
        }
    }

    fn effects(&self, rom: &[u8]) -> Vec<Effect> {
        let first = self.bank_offset() % BANK;
        let mut effects = vec![Effect::Acts; rom.len()];
        let banks = rom[first..].chunks_exact(BANK);
        for (bank, effects) in banks.zip(effects[first..].chunks_exact_mut(BANK)) {
            for (offset, effect) in effects.iter_mut().enumerate() {
                let code = [0, 1, 2].map(|ahead| bank[(offset + ahead) % BANK]);
                *effect = self.effect(offset as u16, code);
            }
        }
        effects
    }

    fn driven_below(&self) -> Option<u8> {
        match &*self.0 {
            Driver::DpcPlus(driver) => driver.fed(),
            Driver::Cdf(driver) => driver.fed(),
        }
    }

    fn identity(&self) -> (usize, usize) {
        let mut hasher = DefaultHasher::new();
        let ram = match &*self.0 {
            Driver::DpcPlus(driver) => {
                driver.variant().hash(&mut hasher);
                driver.lpc().ram().len()
            }
            Driver::Cdf(driver) => {
                driver.layout().hash(&mut hasher);
                driver.lpc().ram().len()
            }
        };
        (ram, hasher.finish() as usize)
    }
}
