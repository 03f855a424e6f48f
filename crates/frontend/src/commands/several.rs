//! Commands that accept several cartridges.

use headless::{console::ConsoleArgs, error::Error, print};
use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

/// More cartridges after the first one.
#[derive(Debug, Clone, clap::Args)]
pub struct MoreArgs {
    /// More cartridges
    #[arg(value_name = "ROM")]
    pub more: Vec<PathBuf>,
}

/// Calls `run` for each cartridge. If there are several cartridges and `run` fails for one, prints
/// the error and continues with the next.
///
/// # Errors
/// With one cartridge, any error from `run`. With several cartridges, an error from `run` only if
/// it means that the reader of the output has closed the pipe.
pub fn for_each_cartridge(
    console: &ConsoleArgs,
    more: &[PathBuf],
    mut run: impl FnMut(&ConsoleArgs) -> Result<(), Error>,
) -> Result<ExitCode, Error> {
    if more.is_empty() {
        return run(console).map(|()| ExitCode::SUCCESS);
    }
    let mut worst = 0;
    for rom in console.rom.iter().chain(more) {
        let console = ConsoleArgs {
            rom: Some(rom.clone()),
            ..console.clone()
        };
        if let Err(error) = run(&console) {
            if error.is_closed_pipe() {
                return Err(error);
            }
            worst = worst.max(error.status());
            print::report(error);
        }
    }
    Ok(ExitCode::from(worst))
}

/// Returns the heading above the report on a cartridge; empty if there is only one cartridge.
pub fn heading(console: &ConsoleArgs, more: &[PathBuf]) -> String {
    let path = console.rom.as_deref().unwrap_or(Path::new("-"));
    if more.is_empty() {
        String::new()
    } else {
        format!("{}:\n", path.display())
    }
}
