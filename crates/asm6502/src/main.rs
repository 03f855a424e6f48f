//! The assembler on the command line, with the flags of dasm.

fn main() {}
