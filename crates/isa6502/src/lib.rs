//! The 6502 instruction set as one table, shared by processor, assembler, disassembler and traces.
//!
//! [`OPCODES`] says for each of the 256 opcodes what it *is*: [`Mnemonic`], addressing [`Mode`],
//! cycles, page penalty and [`Class`]. Everything else here is derived from it: [`encode`] goes the
//! other way for the assembler, [`disassemble()`] turns bytes into text. What an instruction *does* is
//! the processor's affair.
//!
//! The primary mnemonics are those of dasm (`asr`, `isb`, `shs`); [`Mnemonic::from_name`] also knows
//! the other names in use. All 256 rows were checked against transistor-level bus traces: the
//! processor of the `vcs` crate, driven by this table, repeats every one of them.

mod disassemble;
mod mnemonic;
mod mode;
mod table;

pub use disassemble::{Disassembly, disassemble};
pub use mnemonic::{Access, Mnemonic};
pub use mode::Mode;
pub use table::{Class, OPCODES, Opcode, encode, modes_of};
