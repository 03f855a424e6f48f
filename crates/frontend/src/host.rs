//! Functions that a host program, such as the interpreter of a language, can call.

use crate::{cli, commands::verify};
use clap::Parser;
use headless::{error::Error, interrupt, print};
use reports::verify::Report;
use std::{ffi::OsString, process::ExitCode};

/// Runs a command line, which starts with the program's name, and returns its exit status. An
/// invalid option ends the process.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    cli::run(arguments).unwrap_or_else(print::report)
}

/// The options of `crownhead verify`, parsed as a separate command line.
#[derive(Debug, Parser)]
struct Verify {
    #[command(flatten)]
    args: verify::Args,
}

/// Checks scripts. `arguments` are the arguments of `crownhead verify`. A call of
/// [`interrupt::request`] ends the run early.
///
/// # Errors
/// An argument is invalid, a path does not exist, or the run was interrupted.
pub fn verify(arguments: &[OsString]) -> Result<Vec<Report>, Error> {
    let program = [OsString::from("verify")];
    let parsed = Verify::try_parse_from(program.iter().chain(arguments));
    let parsed = parsed.map_err(|error| Error::Usage(error.to_string().trim_end().to_owned()))?;
    let reports = verify::reports(&parsed.args);
    interrupt::clear();
    reports
}
