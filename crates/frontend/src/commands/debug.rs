//! `crownhead debug`: the debugger in the terminal.

use crate::{
    debugging::{Source, converse},
    error::Error,
    interrupt,
    terminal::Lines,
};
use debugger::commands::Commander;
use std::{fs::File, io::BufReader, path::PathBuf, process::ExitCode};

/// The options of `crownhead debug`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    source: Source,
    /// Read the commands from a file; it is repeated in the output
    #[arg(long, value_name = "FILE")]
    commands: Option<PathBuf>,
}

/// Reads commands from the terminal, a pipe or a file, and prints what they do.
///
/// # Errors
/// A wrong program; a wrong command, unless it was typed at a prompt.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let lines = match &args.commands {
        None => Lines::standard()?,
        Some(path) => {
            let file = File::open(path).map_err(Error::read(path))?;
            Lines::Script(Box::new(BufReader::new(file)))
        }
    };
    let (loaded, files) = args.source.load()?;
    interrupt::watch();
    let commander = Commander::new(loaded.debugger());
    converse(commander, files, lines, &mut std::io::stdout())?;
    Ok(ExitCode::SUCCESS)
}
