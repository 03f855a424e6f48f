//! Everything that the program `crownhead` is made of; `main.rs` only calls [`run`].
//!
//! [`cli`] is the command line, one `Args` struct and one `run` per subcommand; [`error`] is the
//! one place that turns a failure into a line and an exit status; [`console`] switches a console
//! on as the options say. Everything with a window, sound or pads is below [`play`] and exists
//! only with the feature `desktop`. What is public here is what the end-to-end tests use too.

mod archive;
mod cli;
mod commands;
mod console;
pub mod error;
mod files;
pub mod game_record;
mod headless;
mod manual;
mod misspelled;
pub mod picture;
#[cfg(feature = "desktop")]
mod play;
pub mod record_file;
pub mod robot;
pub mod symbols;
mod terminal;
mod tournament;

use std::process::ExitCode;

/// Does what the command line says and gives the exit status.
pub fn run() -> ExitCode {
    cli::run().unwrap_or_else(error::report)
}
