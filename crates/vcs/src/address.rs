//! The address decode: which chip answers.

/// The chip that answers at an address of 13 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Device {
    /// A12 high.
    Cartridge,
    /// The 128 bytes in the RIOT.
    Ram,
    /// The RIOT's ports and timer.
    Riot,
    /// A12 and A7 low.
    Tia,
}

impl Device {
    /// Decodes A12, A7 and A9; nothing else is decoded, so everything has mirrors.
    #[inline]
    pub fn at(address: u16) -> Device {
        match (address & 0x1000, address & 0x80, address & 0x200) {
            (0, 0, _) => Device::Tia,
            (0, _, 0) => Device::Ram,
            (0, _, _) => Device::Riot,
            _ => Device::Cartridge,
        }
    }
}
