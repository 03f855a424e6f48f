//! `crownhead completions` and `man`: generated from the definition of the command line.

use crate::{cli::Cli, error::Error, print};
use clap::CommandFactory;
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

/// Prints the completions.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "crownhead", &mut text);
    print::out(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the manual page.
pub fn run_man(_args: ManArgs) -> Result<ExitCode, Error> {
    let mut text = Vec::new();
    clap_mangen::Man::new(Cli::command())
        .render(&mut text)
        .map_err(|error| Error::Fault(error.to_string()))?;
    print::out(&text)?;
    Ok(ExitCode::SUCCESS)
}
