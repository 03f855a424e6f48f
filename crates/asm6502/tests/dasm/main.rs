//! Compares the assembler with Debian's dasm on cases, programs and random sources.

mod bytes;
mod cases;
mod flags;
mod generator;
mod harness;
mod mutation;
mod random;
mod shapes;
mod tidy;
