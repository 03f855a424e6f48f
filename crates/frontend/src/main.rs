//! The program `crownhead`: plays Atari 2600 cartridges, records and verifies traces.
//!
//! [`cli`] is the command line, one `Args` struct and one `run` per subcommand; [`error`] is the
//! one place that turns a failure into a line and an exit status; [`console`] switches a console
//! on as the options say. Everything with a window, sound or pads is below [`play`] and exists
//! only with the feature `desktop`.

mod cli;
mod commands;
mod console;
mod error;
mod files;
#[cfg(feature = "desktop")]
mod play;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run().unwrap_or_else(error::report)
}
