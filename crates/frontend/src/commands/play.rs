//! `crownhead` without a subcommand: opens the window and plays.

use headless::error::Error;
use std::process::ExitCode;

#[cfg(feature = "desktop")]
pub use crate::desktop::options::Args;

/// The options of the console.
#[cfg(not(feature = "desktop"))]
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub console: headless::console::ConsoleArgs,
}

/// Opens the window and runs until it is closed.
#[cfg(feature = "desktop")]
pub fn run(args: Args) -> Result<ExitCode, Error> {
    crate::desktop::run(args)
}

/// Reports that this program was built without a window.
#[cfg(not(feature = "desktop"))]
pub fn run(args: Args) -> Result<ExitCode, Error> {
    args.console.load()?;
    Err(Error::Fault(
        "this crownhead was built without a window; build it with the feature desktop, \
         or use a subcommand (crownhead help)"
            .into(),
    ))
}
