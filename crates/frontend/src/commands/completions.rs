//! `crownhead completions` and `man`: generated from the definition of the command line.

use crate::{error::Error, print};
use clap::Command;
use clap_complete::Shell;
use std::process::ExitCode;

/// Print a shell script that completes the program's options
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell
    pub shell: Shell,
}

/// Print the manual page (read it with: crownhead man | man -l -)
#[derive(Debug, clap::Args)]
pub struct ManArgs {}

/// Prints the completions of a command line.
pub fn run(args: Args, mut program: Command) -> Result<ExitCode, Error> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut program, "crownhead", &mut text);
    print::out(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the manual page of a command line.
pub fn run_man(_args: ManArgs, program: Command) -> Result<ExitCode, Error> {
    let mut text = Vec::new();
    clap_mangen::Man::new(program)
        .render(&mut text)
        .map_err(|error| Error::Fault(error.to_string()))?;
    print::out(&text)?;
    Ok(ExitCode::SUCCESS)
}
