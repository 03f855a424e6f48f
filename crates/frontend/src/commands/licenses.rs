//! `crownhead licenses`: the license of the program, and those of the libraries in it.

use headless::{error::Error, print};
use std::process::ExitCode;

/// Print the licenses of the program and of all libraries in it
#[derive(Debug, clap::Args)]
pub struct Args {}

/// The license of this program.
const LICENSE: &str = include_str!("../../../../LICENSE");
/// The license notices that a package build collects; empty in other builds.
const NOTICES: &str = include_str!(concat!(env!("OUT_DIR"), "/licenses.txt"));

/// Prints the licenses.
///
/// # Errors
/// [`Error::Write`] if standard output cannot be written.
pub fn run(_: Args) -> Result<ExitCode, Error> {
    match NOTICES {
        "" => print::out(format!(
            "{LICENSE}\nThis program was built from source. To list the libraries in it with their \
             licenses, run\n`cargo tree -p crownhead -e normal --format '{{p}} {{l}}'` in the \
             source folder. Packages\ncontain the texts of these licenses.\n"
        ))?,
        notices => print::out(notices)?,
    }
    Ok(ExitCode::SUCCESS)
}
