//! The variants of the DPC+ driver.

use serde::{Deserialize, Serialize};

/// The differences between the known DPC+ drivers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Variant {
    /// True if a write to FRACLOW also clears the fractional bits of the fetcher's offset.
    pub clears_fraction: bool,
    /// True if a write to FRACLOW or DFxLOW also clears bits in the pointer's high nibble. It
    /// clears the bits that are set in the low nibble of the last byte written to FASTFETCH.
    pub jitters: bool,
    /// True if a write to `$105C` clears the third voice's counter. In the other drivers this write
    /// sets DF4HI.
    pub clears_counter: bool,
    /// Number of clocks that an access to flash takes.
    pub flash_wait: u8,
    /// Address of each voice's wave until the game sets one: 0 or 0xc00, both in flash.
    pub first_wave: u32,
}

impl Variant {
    /// Returns the variant of the driver with this MD5 (hexadecimal). For an unknown MD5, returns
    /// the newest variant.
    pub fn by_md5(md5: &str) -> Variant {
        let (clears_fraction, flash_wait, first_wave) = match md5.get(..8) {
            Some("5f80b5a5") => (true, 4, 0xc00),
            Some("8dd73b44") => (true, 3, 0),
            _ => (false, 3, 0),
        };
        Variant {
            clears_fraction,
            jitters: !clears_fraction,
            clears_counter: flash_wait == 4,
            flash_wait,
            first_wave,
        }
    }
}
