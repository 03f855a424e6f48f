//! `crownhead dap`: the Debug Adapter Protocol for editors.

use editor::dap;
use headless::error::Error;
use std::process::ExitCode;

/// The options of `crownhead dap`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Wait for one client at this port of the local machine, instead of using standard input; 0
    /// chooses a free port and prints it
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
}

/// Serves a client until it disconnects.
///
/// # Errors
/// The port cannot be used, or standard output cannot be written.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    match args.port {
        None => dap::serve_standard_streams()?,
        Some(port) => dap::serve_port(port)?,
    }
    Ok(ExitCode::SUCCESS)
}
