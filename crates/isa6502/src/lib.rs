//! The 6502 instruction set as one table, shared by processor, assembler, disassembler and traces.
//!
//! [`OPCODES`] describes each of the 256 opcodes: [`Mnemonic`], addressing [`Mode`], cycles, page
//! penalty and [`Class`]. Everything else here is derived from the table: [`encode`] maps a
//! mnemonic and a mode back to the opcode, [`disassemble()`] turns bytes into text. The table
//! describes instructions; it does not execute them.
//!
//! The primary mnemonics are those of dasm (`asr`, `isb`, `shs`); [`Mnemonic::from_name`] also
//! accepts the other names in use. All 256 rows are checked against transistor-level bus traces of
//! the NMOS 6502.

mod disassemble;
mod mnemonic;
mod mode;
mod table;

pub use disassemble::{Disassembly, disassemble};
pub use mnemonic::{Access, Mnemonic};
pub use mode::Mode;
pub use table::{Class, OPCODES, Opcode, encode, modes_of};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
