//! A dasm-compatible assembler for the 6502.
