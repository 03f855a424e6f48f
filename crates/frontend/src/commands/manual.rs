//! `crownhead manual`: the player's manual of the bundled cartridge.

use club::manual;
use headless::{error::Error, print};
use std::process::ExitCode;

/// Print the player's manual of the bundled Video Checkers
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print the rules of the game only
    #[arg(long)]
    rules: bool,
}

/// Prints the manual.
///
/// # Errors
/// [`Error::Write`] if standard output cannot be written.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let text = if args.rules {
        manual::rules()
    } else {
        manual::text()
    };
    print::out(text)?;
    Ok(ExitCode::SUCCESS)
}
