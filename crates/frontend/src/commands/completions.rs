//! `crownhead completions` and `man`: generated from the definition of the command line.

use crate::misspelled::most_alike;
use clap::Command;
use clap_complete::Shell;
use headless::{error::Error, print};
use std::{path::PathBuf, process::ExitCode};

/// Print a shell script that completes the program's options
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell
    pub shell: Shell,
}

/// Print a manual page (read it with: crownhead man | man -l -)
#[derive(Debug, clap::Args)]
pub struct ManArgs {
    /// The subcommand; without one, the page of the program
    command: Option<String>,
    /// Write the pages of the program and of all subcommands into this folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    out: Option<PathBuf>,
}

/// Prints the completions of a command line.
pub fn run(args: Args, mut program: Command) -> Result<ExitCode, Error> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut program, "crownhead", &mut text);
    print::out(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints or writes the manual pages of a command line.
///
/// # Errors
/// [`Error::Usage`] for an unknown subcommand; [`Error::Write`].
pub fn run_man(args: ManArgs, mut program: Command) -> Result<ExitCode, Error> {
    if let Some(folder) = args.out {
        clap_mangen::generate_to(program, &folder).map_err(Error::write(&folder))?;
        return Ok(ExitCode::SUCCESS);
    }
    program.build();
    let page = match args.command {
        None => program,
        Some(name) => match program.find_subcommand(&name) {
            Some(command) => command.clone(),
            None => return Err(unknown(&name, &program)),
        },
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page)
        .render(&mut text)
        .map_err(|error| Error::Fault(error.to_string()))?;
    print::out(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn unknown(name: &str, program: &Command) -> Error {
    let names = program.get_subcommands().map(Command::get_name);
    let perhaps = most_alike(name, names).map(|name| format!("; perhaps {name}"));
    let perhaps = perhaps.unwrap_or_default();
    Error::Usage(format!(
        "there is no subcommand {name:?}{perhaps}; see `crownhead help`"
    ))
}
