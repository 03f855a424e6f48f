//! The command line. Each subcommand has a file in `commands` with a struct `Args` and a function
//! `run(args) -> Result<ExitCode, Error>`, plus a line in the enum and a line in the match here.

use crate::{commands, misspelled::closest};
use clap::{CommandFactory, Parser, Subcommand};
use headless::error::Error;
use std::{
    ffi::OsString,
    io::{self, ErrorKind, Write},
    path::Path,
    process::ExitCode,
};

/// Plays Atari 2600 cartridges, exact to the color clock.
#[derive(Debug, Parser)]
#[command(
    name = "crownhead",
    version,
    about,
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  \
        crownhead                     play the bundled Video Checkers\n  \
        crownhead game.bin --scale 4  play a cartridge in a window of 1280 x 912\n  \
        crownhead help trace          how to record a trace without a window\n\n\
        In the window, Tab shows the keys and the positions of the console switches.\n\n\
        Exit status: 0 success, 1 a mismatch or a failure while running, 2 a wrong command line \
        or file."
)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    play: commands::play::Args,
}

#[derive(Debug, Subcommand)]
enum Command {
    Asm(commands::asm::Args),
    New(commands::new::Args),
    /// Record what the console did: frames, instructions, bus cycles, pictures, waveforms
    Trace(commands::trace::Args),
    /// Write one frame as a PNG file
    Snapshot(commands::snapshot::Args),
    #[cfg(feature = "desktop")]
    Screenshot(crate::desktop::screenshot::Args),
    #[cfg(feature = "desktop")]
    Keys(commands::keys::Args),
    #[cfg(feature = "desktop")]
    Settings(commands::settings::Args),
    Completions(commands::completions::Args),
    Man(commands::completions::ManArgs),
    Manual(commands::manual::Args),
    /// Record a run as a script with expectations: a golden test
    Record(commands::record::Args),
    /// Run an input script without a window
    Replay(commands::replay::Args),
    /// Check the expectations of input scripts
    Verify(commands::verify::Args),
    Check(commands::check::Args),
    /// Make a video of a script's run
    Video(commands::video::Args),
    /// Identify a cartridge image
    Info(commands::info::Args),
    /// Show where a program spends its cycles
    Profile(commands::profile::Args),
    /// Show scanlines cycle by cycle, and the slack of each write to the TIA
    Kernel(commands::kernel::Args),
    /// Find the first difference between two traces
    Diff(commands::diff::Args),
    /// Debug a program, forward and back in time
    Debug(commands::debug::Args),
    /// Debug in an editor: the Debug Adapter Protocol
    Dap(commands::dap::Args),
    /// Debug from an AI assistant: the Model Context Protocol
    Mcp(commands::mcp::Args),
    /// Disassemble a cartridge into source that assembles back to the same bytes
    Disasm(commands::disasm::Args),
    Doctor(commands::doctor::Args),
    Licenses(commands::licenses::Args),
    Checkers(commands::checkers::Args),
    Triktrak(commands::triktrak::Args),
    Match(commands::matches::Args),
    Lsp(commands::lsp::Args),
    Engine(commands::engine::Args),
}

/// Parses the command line, which starts with the program's name, and runs the subcommand.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Result<ExitCode, Error> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    check_command(&arguments)?;
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => error.exit(),
        // The text of --help or --version.
        Err(text) => {
            let written = text.print().and_then(|()| io::stdout().flush());
            written.map_err(Error::write(Path::new("-")))?;
            return Ok(ExitCode::SUCCESS);
        }
    };
    match cli.command {
        None => play(cli.play),
        Some(Command::Asm(args)) => commands::asm::run(args),
        Some(Command::New(args)) => commands::new::run(args),
        Some(Command::Trace(args)) => commands::trace::run(args),
        Some(Command::Snapshot(args)) => commands::snapshot::run(args),
        #[cfg(feature = "desktop")]
        Some(Command::Screenshot(args)) => crate::desktop::screenshot::run(args),
        #[cfg(feature = "desktop")]
        Some(Command::Keys(args)) => commands::keys::run(args),
        #[cfg(feature = "desktop")]
        Some(Command::Settings(args)) => commands::settings::run(args),
        Some(Command::Completions(args)) => commands::completions::run(args, Cli::command()),
        Some(Command::Man(args)) => commands::completions::run_man(args, Cli::command()),
        Some(Command::Manual(args)) => commands::manual::run(args),
        Some(Command::Record(args)) => commands::record::run(args),
        Some(Command::Replay(args)) => commands::replay::run(args),
        Some(Command::Verify(args)) => commands::verify::run(args),
        Some(Command::Check(args)) => commands::check::run(args),
        Some(Command::Video(args)) => commands::video::run(args),
        Some(Command::Info(args)) => commands::info::run(args),
        Some(Command::Profile(args)) => commands::profile::run(args),
        Some(Command::Kernel(args)) => commands::kernel::run(args),
        Some(Command::Diff(args)) => commands::diff::run(args),
        Some(Command::Debug(args)) => commands::debug::run(args),
        Some(Command::Dap(args)) => commands::dap::run(args),
        Some(Command::Mcp(args)) => commands::mcp::run(args),
        Some(Command::Disasm(args)) => commands::disasm::run(args),
        Some(Command::Doctor(args)) => commands::doctor::run(args),
        Some(Command::Licenses(args)) => commands::licenses::run(args),
        Some(Command::Checkers(args)) => commands::checkers::run(args),
        Some(Command::Triktrak(args)) => commands::triktrak::run(args),
        Some(Command::Lsp(args)) => commands::lsp::run(args),
        Some(Command::Match(args)) => commands::matches::run(args),
        Some(Command::Engine(args)) => commands::engine::run(args),
    }
}

/// Returns the subcommand that the user probably meant. Knows some names that other tools use, and
/// otherwise looks for a subcommand with a similar spelling.
fn intended_command(word: &str) -> Option<String> {
    let synonym = match word {
        "assemble" | "build" => Some("asm"),
        "create" | "init" => Some("new"),
        "test" => Some("verify"),
        _ => None,
    };
    let command = Cli::command();
    let names = command.get_subcommands().map(clap::Command::get_name);
    let name = synonym.or_else(|| closest(word, names));
    name.map(str::to_owned)
}

/// Rejects the words `play` and `run`, a subcommand after a cartridge, and a misspelled subcommand,
/// which would otherwise be taken for a cartridge or an option of the window. Checks only command
/// lines with at least two arguments.
fn check_command(arguments: &[OsString]) -> Result<(), Error> {
    let [_, word, next, ..] = arguments else {
        return Ok(());
    };
    let (word, next) = (word.to_string_lossy(), next.to_string_lossy());
    let is_word = word.chars().all(|letter| letter.is_ascii_alphabetic());
    let command = Cli::command();
    if Path::new(&*word).exists() && command.find_subcommand(&*next).is_some() {
        return Err(Error::Usage(format!(
            "the command comes first; write: crownhead {next} {word}"
        )));
    }
    let known = command.find_subcommand(&*word).is_some() || word == "help";
    if known || !is_word || Path::new(&*word).exists() {
        return Ok(());
    }
    if word == "play" || word == "run" {
        return Err(Error::Usage(
            "playing needs no command; write: crownhead GAME".into(),
        ));
    }
    match intended_command(&word) {
        Some(name) => Err(Error::Usage(format!(
            "there is no command {word}, and no such file; did you mean {name}?"
        ))),
        None => Ok(()),
    }
}

/// Opens the window. If the cartridge file does not exist but its name resembles a subcommand, the
/// error suggests the subcommand.
fn play(args: commands::play::Args) -> Result<ExitCode, Error> {
    let word = args.console.rom.clone();
    commands::play::run(args).map_err(|error| match (&error, word) {
        (Error::Read { path, source }, Some(word))
            if *path == word && source.kind() == ErrorKind::NotFound =>
        {
            match intended_command(&word.to_string_lossy()) {
                Some(name) => Error::Usage(format!("{error}; did you mean the command {name}?")),
                None => error,
            }
        }
        _ => error,
    })
}
