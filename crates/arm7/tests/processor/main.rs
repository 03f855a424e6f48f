//! Tests the processor with small programs.
//!
//! - `computer`: code and RAM for the programs
//! - `manual`: facts of the manuals that the comparison of random programs in `unicorn` cannot show
//! - `states`: processors that are saved and loaded between any two instructions
//! - `text`: assembling and disassembling undo each other
//! - `v6m`: the other architecture, ARMv6-M
//!
//! Other test programs of this crate: `unicorn` compares random programs with another emulator,
//! `harmony` and `drivers` test the boards of cartridges, and `elf` tests the loader of ELF files.

mod computer;
mod manual;
mod states;
mod text;
mod v6m;
