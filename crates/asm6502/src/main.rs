//! The command-line assembler, with dasm's flags.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(asm6502::cli::run(std::env::args_os().skip(1)))
}
