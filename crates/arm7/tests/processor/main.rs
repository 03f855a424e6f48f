//! Tests the processor with small programs.
//!
//! - `computer`: code and RAM for the programs
//! - `manual`: documented behavior that the random programs of `unicorn` cannot check
//! - `states`: saving and loading a processor between any two instructions
//! - `text`: assembling and disassembling undo each other
//! - `v6m`: the other architecture, ARMv6-M
//!
//! The other test programs of this crate: `unicorn` compares random programs with another emulator,
//! `harmony` and `drivers` test the cartridge boards, and `elf` tests the ELF loader.

mod computer;
mod manual;
mod states;
mod text;
mod v6m;
