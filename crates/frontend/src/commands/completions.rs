//! Shell completions and the manual page, from the definition of the command line.

use crate::{cli::Cli, error::Error};
use clap::CommandFactory;
use clap_complete::Shell;
use std::{
    io::{self, Write},
    path::Path,
    process::ExitCode,
};

/// Print a script that completes this program's options in a shell
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
    print(&text)
}

/// Prints the manual page.
pub fn run_man(_args: ManArgs) -> Result<ExitCode, Error> {
    let mut text = Vec::new();
    clap_mangen::Man::new(Cli::command())
        .render(&mut text)
        .map_err(|error| Error::Fault(error.to_string()))?;
    print(&text)
}

fn print(text: &[u8]) -> Result<ExitCode, Error> {
    io::stdout()
        .write_all(text)
        .map_err(Error::write(Path::new("-")))?;
    Ok(ExitCode::SUCCESS)
}
