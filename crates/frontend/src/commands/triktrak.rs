//! `crownhead triktrak`: a game in the terminal against the second bundled cartridge.

use super::checkers::{seed_from_time, today};
use crate::data_folder::open_terminal_record;
use clap::ValueEnum;
use club::terminal::{
    GameFiles, ScriptFile,
    triktrak::{RECORD_NAME, TriktrakGame},
};
use games::triktrak::{Mode, Robot};
use headless::{error::Error, outputs::claim_outputs, prompt::LineSource};
use std::{io, path::PathBuf, process::ExitCode};

/// Play Triktrak in the terminal against the cartridge
///
/// Enter throws the dice; the number of a wedge (a point of the board) moves a man from that wedge.
/// Type help in the game for the commands, and rules for the rules. The game is saved whenever it
/// is your turn, and at its end, to a record with one line per throw. Without a terminal, the
/// commands come from standard input, and the transcript is printed.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Your side: White throws first
    #[arg(long, value_enum, default_value_t = SideChoice::White)]
    side: SideChoice,
    /// Two players, no computer
    #[arg(long, conflicts_with = "side")]
    two: bool,
    /// The cartridge plays against itself
    #[arg(long, conflicts_with_all = ["side", "two"])]
    demo: bool,
    /// File that the games are appended to [default: triktrak.txt in the data folder]
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Do not save the games
    #[arg(long, conflicts_with = "record")]
    no_record: bool,
    /// Save the input of the controllers as a script; play it back with `crownhead --input FILE`
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// Seed for the dice [default: the time of day]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// The values of `--side`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SideChoice {
    /// Throws first; its men start at the bottom right
    White,
    /// Its men start at the bottom left
    Black,
}

/// Plays until the player quits or the input ends.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    claim_outputs([&args.record, &args.script].map(Option::as_ref))?;
    let record = if args.no_record {
        None
    } else {
        open_terminal_record(
            args.record.as_deref(),
            data_folder_from_settings()?,
            RECORD_NAME,
        )?
    };
    let script = args.script.as_deref().map(ScriptFile::new);
    let files = GameFiles::new(record, args.record.is_some(), script);
    let mode = match args.side {
        _ if args.two => Mode::TwoPlayers,
        _ if args.demo => Mode::Demo,
        SideChoice::White => Mode::White,
        SideChoice::Black => Mode::Black,
    };
    let robot = Robot::new(args.seed.unwrap_or_else(seed_from_time))?;
    let mut out = io::stdout();
    let mut session = TriktrakGame::new(
        robot,
        mode,
        files,
        LineSource::standard()?,
        today(),
        &mut out,
    );
    session.run()?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(feature = "desktop")]
fn data_folder_from_settings() -> Result<Option<PathBuf>, Error> {
    let settings = crate::desktop::Settings::load(None)?;
    Ok(settings.files.data_folder())
}

/// Returns `None`, because a program without a window has no settings file.
#[cfg(not(feature = "desktop"))]
fn data_folder_from_settings() -> Result<Option<PathBuf>, Error> {
    Ok(None)
}
