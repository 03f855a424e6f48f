//! `crownhead lsp`: the language server for editors.

use headless::error::Error;
use std::process::ExitCode;

/// Run a language server for dasm sources (Language Server Protocol)
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Use standard input and output, which is the only transport; many editors pass this option
    #[arg(long)]
    stdio: bool,
    /// Process ID of the editor; not needed, because the server ends when its input ends
    #[arg(long = "clientProcessId", value_name = "ID", hide = true)]
    client_process_id: Option<u64>,
}

/// Serves one client until it sends `exit` or closes the connection.
///
/// # Errors
/// Standard output cannot be written, unless its reader has closed it.
pub fn run(_: Args) -> Result<ExitCode, Error> {
    editor::lsp::run()
}
