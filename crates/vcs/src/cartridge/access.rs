//! An access to the cartridge.

/// A bus cycle as the cartridge sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Access {
    /// The 13-bit address.
    pub address: u16,
    /// For a write, the written byte. For a read from a chip below the window, the byte that was
    /// read. For a read from the window, the byte that was on the bus before.
    pub data: u8,
    /// True for a write. The cartridge port has no R/W line, so most boards must ignore this field.
    pub write: bool,
    /// Number of the cycle since power-on.
    pub cycle: u64,
}
