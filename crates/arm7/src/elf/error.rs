//! Errors in the program file of an ELF cartridge.

use thiserror::Error;

/// The reason a file is not a program for the cartridge's processor. Each text completes a sentence
/// that begins with "the ELF file".
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ElfError {
    /// The header belongs to another kind of file.
    #[error("is not a relocatable program for an ARM (32 bits, little-endian); link it with -r")]
    NotRelocatable,
    /// Part of the file is missing or has the wrong size.
    #[error("is damaged or cut short: {0}")]
    Damaged(&'static str),
    /// The program needs more memory than a cartridge has.
    #[error("needs {0} bytes of memory; a cartridge has {1}")]
    TooLarge(usize, usize),
    /// Code for a processor with another instruction set.
    #[error("needs Thumb-2 ({0}), which does not run here; build it with -march=armv6s-m -mthumb")]
    Thumb2(String),
    /// A relocation of an unsupported type.
    #[error("has a relocation of type {0}, which is not supported; build it with -march=armv6s-m")]
    Relocation(u8),
    /// A relocation whose target is too far away.
    #[error("calls {0}, which is out of range; keep code and data smaller")]
    OutOfRange(String),
    /// A name that neither the file nor the library defines.
    #[error("uses {0}, which neither the file nor the cartridge's library defines")]
    UnknownSymbol(String),
    /// The program has no entry.
    #[error("has no function elf_main or main; give the entry one of these names")]
    NoEntry,
}
