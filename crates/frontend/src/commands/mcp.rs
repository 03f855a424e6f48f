//! `crownhead mcp`: the debugger for tools that call tools.

use editor::mcp;
use headless::error::Error;
use std::process::ExitCode;

/// The options of `crownhead mcp`.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Answers requests of the Model Context Protocol on standard input, one a line.
///
/// # Errors
/// Standard output is full.
pub fn run(_: Args) -> Result<ExitCode, Error> {
    mcp::serve_standard_streams()?;
    Ok(ExitCode::SUCCESS)
}
