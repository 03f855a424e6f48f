//! The assembler on the command line, with the flags of dasm.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(asm6502::cli::run(std::env::args_os().skip(1)))
}
