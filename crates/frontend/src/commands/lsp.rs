//! `crownhead lsp`: the language server for editors.

use headless::error::Error;
use std::process::ExitCode;

/// Run a language server for dasm sources (Language Server Protocol)
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Speak on standard input and output, which is the only way; many editors pass this
    #[arg(long)]
    stdio: bool,
    /// The process of the editor; it ends its input when it goes away, so this is not needed
    #[arg(long = "clientProcessId", value_name = "ID", hide = true)]
    client_process_id: Option<u64>,
}

/// Serves one client until it says `exit` or goes away.
///
/// # Errors
/// Standard output fails for another reason than that its reader has gone.
pub fn run(_: Args) -> Result<ExitCode, Error> {
    editor::lsp::run()
}
