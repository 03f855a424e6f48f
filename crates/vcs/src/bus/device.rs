/// Who answers at an address of 13 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Device {
    Cartridge,
    Ram,
    Riot,
    Tia,
}

impl Device {
    /// The one address decode there is; the whole instructions' fast way has its own.
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
