//! `crownhead mcp`: the debugger as a Model Context Protocol server, for AI assistants and other
//! clients.

use editor::mcp;
use headless::error::Error;
use std::process::ExitCode;

/// The options of `crownhead mcp`.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Answers Model Context Protocol requests, which arrive on standard input, one per line.
///
/// # Errors
/// Standard output cannot be written.
pub fn run(_: Args) -> Result<ExitCode, Error> {
    mcp::serve_standard_streams()?;
    Ok(ExitCode::SUCCESS)
}
