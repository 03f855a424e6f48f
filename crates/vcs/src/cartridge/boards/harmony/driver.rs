//! The operations that the board needs from a driver.

#[cfg(feature = "arm-extra")]
use arm7::harmony::BusKind;
use arm7::harmony::{self, Cartridge, Family, Layout, Time, Variant};
use md5::{Digest, Md5};
use std::hash::Hash;

/// The size of DPC+'s driver. An image that does not contain the driver is shorter by this size.
const DPC_PLUS_DRIVER_BYTES: usize = 0xc00;
/// The size of a driver of the CDF family.
const CDF_DRIVER_BYTES: usize = 0x800;
/// The size of a DPC+ image.
const DPC_PLUS_IMAGE_BYTES: usize = 0x8000;

/// The facts about a driver that the board needs in addition to the driver's emulation.
pub trait Driver: Cartridge + Clone {
    /// Creates the cartridge at power-on. If a DPC+ image does not contain the driver, inserts
    /// zeros at the start of `rom` in its place.
    fn at_power_on(rom: &mut Vec<u8>) -> Self;

    /// Returns the driver's family, and its variant if the family has several.
    fn name(&self) -> String;

    /// Returns the size in bytes of the driver, which is at the start of the image.
    fn driver_bytes(&self) -> usize;

    /// Returns a value that stays the same while a cartridge runs. So if a saved state has a
    /// different value, it is from a different cartridge.
    fn kind(&self) -> impl Hash;

    /// Returns true if the driver also drives the bus while the console writes to other chips (bus
    /// stuffing).
    fn stuffs_bus(&self) -> bool {
        false
    }
}

impl Driver for harmony::DpcPlus {
    fn at_power_on(rom: &mut Vec<u8>) -> harmony::DpcPlus {
        let missing = DPC_PLUS_IMAGE_BYTES.saturating_sub(rom.len());
        rom.splice(..0, std::iter::repeat_n(0, missing));
        let variant = Variant::by_md5(&md5(rom, DPC_PLUS_DRIVER_BYTES));
        harmony::DpcPlus::new(rom, variant, Time::default())
    }

    fn name(&self) -> String {
        let kind = if self.variant().jitters {
            "jitter"
        } else {
            "stable"
        };
        format!("DPC+, {kind} driver")
    }

    fn driver_bytes(&self) -> usize {
        DPC_PLUS_DRIVER_BYTES
    }

    fn kind(&self) -> impl Hash {
        *self.variant()
    }
}

impl Driver for harmony::Cdf {
    fn at_power_on(rom: &mut Vec<u8>) -> harmony::Cdf {
        let layout = Layout::of(rom).unwrap_or_else(|| Layout::with(Family::Cdf1, rom));
        harmony::Cdf::new(rom, layout, Time::default())
    }

    fn name(&self) -> String {
        let name = match self.layout().family {
            Family::Cdf0 => "CDF0",
            Family::Cdf1 => "CDF1",
            Family::Cdfj => "CDFJ",
            Family::CdfjPlus => "CDFJ+",
        };
        format!("{name} driver")
    }

    fn driver_bytes(&self) -> usize {
        CDF_DRIVER_BYTES
    }

    fn kind(&self) -> impl Hash {
        *self.layout()
    }
}

#[cfg(feature = "arm-extra")]
impl Driver for harmony::Bus {
    fn at_power_on(rom: &mut Vec<u8>) -> harmony::Bus {
        harmony::Bus::new(rom, BusKind::of(rom), Time::default())
    }

    fn name(&self) -> String {
        let number = match harmony::Bus::kind(self) {
            BusKind::Bus0 => 0,
            BusKind::Bus1 => 1,
            BusKind::Bus2 => 2,
            BusKind::Bus3 => 3,
        };
        format!("BUS{number} driver")
    }

    fn driver_bytes(&self) -> usize {
        harmony::Bus::kind(self).driver_bytes()
    }

    fn kind(&self) -> impl Hash {
        harmony::Bus::kind(self)
    }

    fn stuffs_bus(&self) -> bool {
        true
    }
}

/// Returns the MD5 of the image's first `length` bytes, in hexadecimal.
pub(super) fn md5(image: &[u8], length: usize) -> String {
    let digest = Md5::digest(&image[..length.min(image.len())]);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}
