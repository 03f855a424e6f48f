//! Tests the processor with small programs.
//!
//! - `computer`: code and RAM for the programs
//! - `manual`: facts of the manuals that random programs cannot show
//! - `states`: processors that are saved and loaded between any two instructions
//! - `text`: assembling and disassembling undo each other
//! - `v6m`: the other architecture, ARMv6-M
//!
//! In addition, `unicorn` compares random programs, `harmony` and `drivers` the boards of
//! cartridges, `elf` the loader.

mod computer;
mod manual;
mod states;
mod text;
mod v6m;
