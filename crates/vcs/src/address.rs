//! Address decoding: which chip answers at an address.

/// The address lines that reach the pins of a 6507.
pub(crate) const ADDRESS_LINES: u16 = 0x1fff;
/// The address line that selects the cartridge when it is high.
const A12: u16 = 0x1000;
/// The address line that selects the TIA when both it and A12 are low.
pub(crate) const A7: u16 = 0x0080;
/// The address line that selects between the RIOT's RAM (low) and its ports and timer (high) when
/// A12 is low and A7 is high.
const A9: u16 = 0x0200;

/// The address lines that select the TIA when both are low.
pub(crate) const TIA_LINES: u16 = A12 | A7;

/// The chip that answers at a 13-bit address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Device {
    /// The cartridge, selected when A12 is high.
    Cartridge,
    /// The 128 bytes of RAM in the RIOT.
    Ram,
    /// The RIOT's ports and timer.
    Riot,
    /// The TIA, selected when A12 and A7 are low.
    Tia,
}

impl Device {
    /// Decodes A12, A7 and A9. No other line is decoded, so every device has mirrors.
    #[inline]
    pub fn at(address: u16) -> Device {
        match (address & A12, address & A7, address & A9) {
            (0, 0, _) => Device::Tia,
            (0, _, 0) => Device::Ram,
            (0, _, _) => Device::Riot,
            _ => Device::Cartridge,
        }
    }
}

/// Returns true if the cartridge answers at an address.
#[inline(always)]
pub(crate) fn is_cartridge(address: u16) -> bool {
    address & A12 != 0
}

/// Returns whether an address with A7 high is in RAM.
#[inline(always)]
pub(crate) fn is_ram_if_a7(address: u16) -> bool {
    address & (A12 | A9) == 0
}

/// Returns the index in RAM (0..=127) of the byte at an address.
#[inline(always)]
pub(crate) fn ram_index(address: u16) -> usize {
    usize::from(address & 0x7f)
}

/// Returns the number of the TIA register that a write to an address reaches, 0..=63. The TIA
/// decodes only the lowest six address lines.
#[inline(always)]
pub(crate) fn tia_register(address: u16) -> u8 {
    address as u8 & 0x3f
}
