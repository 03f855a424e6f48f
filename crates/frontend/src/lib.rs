//! The whole program `crownhead`; `main.rs` only calls [`run`].
//!
//! [`cli`] is the command line, with one `Args` struct and one `run` per subcommand. The crate
//! `headless` has the parts that the commands share, `club` the terminal games and the matches, and
//! `editor` the protocols for editors. The code for the window, sound and game pads is in
//! [`desktop`] and exists only with the feature `desktop`. Items are public only if another crate,
//! the end-to-end tests or the fuzz targets use them.

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod cli;
mod commands;
mod data_folder;
#[cfg(feature = "desktop")]
mod desktop;
pub mod host;
mod misspelled;
mod report;
#[cfg(all(test, feature = "desktop"))]
mod zipped;

#[cfg(feature = "desktop")]
pub use desktop::{FileKind, OPTIONS, SETTINGS_TEMPLATE, Settings, TABS, Values};

use std::process::ExitCode;

/// Runs the command line and returns the exit status.
pub fn run() -> ExitCode {
    cli::run(std::env::args_os()).unwrap_or_else(headless::print::report)
}
