//! `crownhead checkers`: a game in the terminal against the bundled cartridge.

use crate::data_folder::open_terminal_record;
use checkers::Side;
use clap::ValueEnum;
use club::terminal::{CheckersGame, GameFiles, Options, PieceSet, ScriptFile};
use games::robot::Robot;
use headless::{
    error::Error,
    outputs::{claim_outputs, register_input},
    prompt::LineSource,
    record_file::{DEFAULT_NAME, RecordFile},
    swatches::no_color,
};
use std::{io, path::PathBuf, process::ExitCode};
use vcs::{PowerOn, PowerOnState};

/// Play checkers in the terminal against the cartridge
///
/// Enter moves by square numbers (11-15); type help in the game for the commands. After each move
/// the game is saved to a record in PDN. Without a terminal, the moves come from standard input,
/// and the transcript is printed.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Search depth of the computer in plies, 1 to 9
    #[arg(
        long,
        value_name = "N",
        default_value_t = 3,
        value_parser = clap::value_parser!(u8).range(1..=9)
    )]
    level: u8,
    /// Your side: black (red on the screen) begins
    #[arg(long, value_enum, default_value_t = SideChoice::Black)]
    side: SideChoice,
    /// Giveaway: the side that cannot move wins
    #[arg(long)]
    giveaway: bool,
    /// Two players, no computer
    #[arg(long, conflicts_with_all = ["level", "giveaway"])]
    two: bool,
    /// Letters for the pieces [default: as in the settings file, otherwise clear]
    #[arg(long, value_enum)]
    pieces: Option<PieceSet>,
    /// Settings file, instead of the one in the platform's folder
    #[cfg(feature = "desktop")]
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
    /// Position of square 1 on the screen [default: your side at the bottom, as in the window]
    #[arg(long, value_enum)]
    one_at: Option<OneAt>,
    /// File that the games are appended to [default: gamerec.txt in the data folder, as in the
    /// window]
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Do not save the games
    #[arg(long, conflicts_with = "record")]
    no_record: bool,
    /// Save the input of the controllers as a script; play it back with `crownhead --input FILE`
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// Open a game from this PDN file
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Number of the game in the PDN file
    #[arg(long, value_name = "N", default_value_t = 1, requires = "book")]
    number: usize,
    /// Seed for the computer's choice between equally good moves [default: the time of day]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// The values of `--side`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SideChoice {
    /// Red on the screen; starts on squares 1-12 and moves first
    Black,
    /// White on the screen; starts on squares 21-32
    White,
}

/// The values of `--one-at`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum OneAt {
    /// At the top, as in books, and as on the cartridge's screen when you play white
    Top,
    /// At the bottom, as on the cartridge's screen when you play black
    Bottom,
}

/// Plays until the player quits or the input ends.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    if let Some(book) = &args.book {
        register_input(book);
    }
    claim_outputs([&args.record, &args.script].map(Option::as_ref))?;
    let record = args.record_file()?;
    let power_on = PowerOn {
        state: PowerOnState::Random,
        seed: args.seed.unwrap_or_else(seed_from_time),
    };
    let mut robot = Robot::bundled(power_on)?;
    robot.recorder_mut().set_date(&today());
    let lines = LineSource::standard()?;
    let mut out = io::stdout();
    let options = args.options(lines.is_prompt())?;
    let script = args.script.as_deref().map(ScriptFile::new);
    let files = GameFiles::new(record, args.record.is_some(), script);
    let mut session = CheckersGame::new(robot, options, files, lines, &mut out);
    session.run(args.book.as_deref().map(|path| (path, args.number)))?;
    Ok(ExitCode::SUCCESS)
}

impl Args {
    fn record_file(&self) -> Result<Option<RecordFile>, Error> {
        if self.no_record {
            Ok(None)
        } else {
            let folder = self.data_folder_from_settings()?;
            open_terminal_record(self.record.as_deref(), folder, DEFAULT_NAME)
        }
    }

    #[cfg(feature = "desktop")]
    fn data_folder_from_settings(&self) -> Result<Option<PathBuf>, Error> {
        let settings = crate::desktop::Settings::load(self.settings.as_deref())?;
        Ok(settings.files.data_folder())
    }

    /// Returns `None`, because a program without a window has no settings file.
    #[cfg(not(feature = "desktop"))]
    fn data_folder_from_settings(&self) -> Result<Option<PathBuf>, Error> {
        Ok(None)
    }

    fn options(&self, colors: bool) -> Result<Options, Error> {
        let no_color = no_color();
        Ok(Options {
            game: match (self.two, self.giveaway) {
                (true, _) => 10,
                (false, true) => self.level + 10,
                (false, false) => self.level,
            },
            side: match self.side {
                SideChoice::Black => Side::Black,
                SideChoice::White => Side::White,
            },
            pieces: match self.pieces {
                Some(chosen) => chosen,
                None => self.pieces_from_settings()?.unwrap_or(PieceSet::Clear),
            },
            color: colors && !no_color,
            square_1_at_top: self.one_at.map(|one_at| one_at == OneAt::Top),
        })
    }

    #[cfg(feature = "desktop")]
    fn pieces_from_settings(&self) -> Result<Option<PieceSet>, Error> {
        let settings = crate::desktop::Settings::load(self.settings.as_deref())?;
        Ok(settings.play.pieces)
    }

    /// Returns `None`, because a program without a window has no settings file.
    #[cfg(not(feature = "desktop"))]
    fn pieces_from_settings(&self) -> Result<Option<PieceSet>, Error> {
        Ok(None)
    }
}

/// Returns the local date in the format that records use.
pub fn today() -> String {
    jiff::Zoned::now().strftime("%Y.%m.%d").to_string()
}

/// Returns a seed derived from the time of day.
pub fn seed_from_time() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |time| time.as_nanos() as u64)
}
