//! `crownhead asm`: assembles a source with dasm's flags, exactly like the program `asm6502`.

use headless::error::Error;
use std::{ffi::OsString, process::ExitCode};

/// Assemble a 6502 source, with the flags of dasm (asm --help lists them)
#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true)]
pub struct Args {
    /// Source file, then dasm's flags: -f3 -oGAME.bin -lGAME.lst -sGAME.sym -IDIR ...
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "SOURCE [FLAGS]"
    )]
    arguments: Vec<OsString>,
}

/// Runs the assembler; its exit code is dasm's.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    Ok(ExitCode::from(asm6502::cli::run(args.arguments)))
}
