//! The assembler beside Debian's dasm: cases, programs, random sources.

mod bytes;
mod cases;
mod flags;
mod generator;
mod harness;
mod mutation;
mod random;
mod shapes;
mod tidy;
