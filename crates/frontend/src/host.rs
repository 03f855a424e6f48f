//! The functions that a host program, such as a language's interpreter, calls.

use crate::{cli, commands::verify};
use clap::Parser;
use headless::{error::Error, interrupt, print};
use reports::verify::Report;
use std::{ffi::OsString, process::ExitCode};

/// Runs a command line, the program's name first, and returns its exit status. A wrong option ends
/// the process.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    cli::run(arguments).unwrap_or_else(print::report)
}

/// The options of `crownhead verify`, as a separate command line.
#[derive(Debug, Parser)]
struct Verify {
    #[command(flatten)]
    args: verify::Args,
}

/// Checks scripts; `arguments` are the arguments of `crownhead verify`. [`interrupt::request`] ends
/// the run early.
///
/// # Errors
/// An argument is wrong, a path does not exist, or the run is interrupted.
pub fn verify(arguments: &[OsString]) -> Result<Vec<Report>, Error> {
    let program = [OsString::from("verify")];
    let parsed = Verify::try_parse_from(program.iter().chain(arguments));
    let parsed = parsed.map_err(|error| Error::Usage(error.to_string().trim_end().to_owned()))?;
    let reports = verify::reports(&parsed.args);
    interrupt::forget();
    reports
}
