//! A cartridge's ARM processor.

use arm7::harmony::Options;

/// Facts about a cartridge's ARM processor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arm {
    /// The driver's family, and its variant if the family has several.
    pub driver: String,
    /// The driver's version: the first eight digits of the MD5 of its bytes in the image.
    pub version: String,
    /// The address at which calls enter ARM code. Bit 0 selects Thumb state.
    pub entry: u32,
    /// The stack pointer at entry.
    pub stack: u32,
    /// Size of the processor's RAM in bytes.
    pub ram_bytes: usize,
    /// Offset of bank 0 in the ROM. The other banks follow; each has 4 KiB.
    pub bank_0_offset: usize,
    /// The options with which the processor runs. Every option has a value.
    pub options: Options,
}
