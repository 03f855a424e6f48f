//! Everything that the program `crownhead` is made of; `main.rs` only calls [`run`].
//!
//! [`cli`] is the command line, one `Args` struct and one `run` per subcommand; [`error`] turns a
//! failure into one line and an exit status; [`print`] writes to standard output and standard
//! error; [`console`] powers a console on with the options of the command line. Everything with a
//! window, sound or pads is in [`desktop`] and exists only with the feature `desktop`. The public
//! modules are those that the end-to-end tests and the fuzz targets use too.

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod cli;
mod commands;
mod console;
pub mod debugging;
#[cfg(feature = "desktop")]
mod desktop;
pub mod error;
pub mod files;
mod headless;
mod image;
mod interrupt;
mod lsp;
mod manual;
mod misspelled;
mod part_file;
pub mod path_setting;
pub mod picture;
mod print;
pub mod record_file;
mod report;
mod save_key;
mod sources;
mod terminal;
mod tournament;
mod watch;

#[cfg(feature = "desktop")]
pub use desktop::{SETTINGS_TEMPLATE, Settings};

use std::process::ExitCode;

/// Runs the command line and returns the exit status.
pub fn run() -> ExitCode {
    cli::run().unwrap_or_else(print::report)
}
