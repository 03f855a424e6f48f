//! Address decoding: which chip answers at an address.

/// The address lines that reach the pins of a 6507.
pub(crate) const ADDRESS_LINES: u16 = 0x1fff;
/// A12 high selects the cartridge.
const A12: u16 = 0x1000;
/// With A12 low, A7 low selects the TIA.
pub(crate) const A7: u16 = 0x0080;
/// With A12 low and A7 high, A9 high selects the RIOT's ports and timer, A9 low its RAM.
const A9: u16 = 0x0200;

/// The two address lines that select the TIA when both are low.
pub(crate) const TIA_LINES: u16 = A12 | A7;

/// The chip that answers at a 13-bit address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Device {
    /// Selected by A12 high.
    Cartridge,
    /// The 128 bytes in the RIOT.
    Ram,
    /// The RIOT's ports and timer.
    Riot,
    /// Selected by A12 and A7 low.
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

/// Returns true if an address is in RAM, provided that A7 is high.
#[inline(always)]
pub(crate) fn is_ram_if_a7(address: u16) -> bool {
    address & (A12 | A9) == 0
}

/// Returns an address's index in RAM, 0..=127.
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
