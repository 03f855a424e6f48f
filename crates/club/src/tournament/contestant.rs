//! The players: the cartridge at one of its levels, or an engine that speaks the text protocol.

use super::{
    engine::{EngineProcess, split_command_line},
    mover::Mover,
};
use checkers::{Game, Side};
use games::robot::{Opponent, Robot};
use headless::{error::Error, outputs::register_input};
use std::{fs, path::Path, time::Duration};
use vcs::{PowerOn, PowerOnState};

/// A player of a match, as given on the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Contestant {
    /// Video Checkers at a level, 1..=9.
    Cartridge(u8),
    /// Another build of Video Checkers at a level, 1..=9.
    Build(u8, Build),
    /// An engine, given by its command line.
    Engine(String),
}

/// A build of Video Checkers that is read from a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Build {
    name: String,
    image: Vec<u8>,
    symbols: String,
}

impl Build {
    /// Reads an image, and its symbol file, which has the extension `.sym` and is in the same
    /// folder.
    fn read(path: &str) -> Result<Build, Error> {
        let path = Path::new(path);
        let symbols = path.with_extension("sym");
        let name = path.file_name().unwrap_or_default();
        register_input(path);
        register_input(&symbols);
        Ok(Build {
            name: name.to_string_lossy().into_owned(),
            image: fs::read(path).map_err(Error::read(path))?,
            symbols: fs::read_to_string(&symbols).map_err(Error::read(&symbols))?,
        })
    }
}

impl Contestant {
    /// Parses a level from 1 to 9, or a level and an image, such as `5@old.bin`. Any other text is
    /// an engine's command line.
    ///
    /// # Errors
    /// A message if the text is empty, a number is not from 1 to 9, a file cannot be read, or a
    /// quotation mark is not closed.
    pub fn parse(text: &str) -> Result<Contestant, String> {
        let text = text.trim();
        let (level, path) = match text.split_once('@') {
            Some((level, path)) => (level, Some(path)),
            None => (text, None),
        };
        match (level.parse(), path) {
            (Ok(level @ 1..=9), None) => Ok(Contestant::Cartridge(level)),
            (Ok(level @ 1..=9), Some(path)) => {
                let build = Build::read(path).map_err(|error| error.to_string())?;
                Ok(Contestant::Build(level, build))
            }
            (Ok(_), _) => Err("a level is 1 to 9".to_string()),
            (Err(_), _) if text.is_empty() => {
                Err("name a level, 1 to 9, or the command line of an engine".to_string())
            }
            (Err(_), _) => split_command_line(text).map(|_| Contestant::Engine(text.to_string())),
        }
    }

    /// Returns the name to use in records and tables.
    pub fn name(&self) -> String {
        match self {
            Contestant::Cartridge(level) => format!("Video Checkers, level {level}"),
            Contestant::Build(level, build) => format!("{}, level {level}", build.name),
            Contestant::Engine(command) => command.clone(),
        }
    }

    /// Starts the player for one game.
    ///
    /// # Errors
    /// An error if the cartridge or the engine does not start.
    pub fn start(
        &self,
        game: &Game,
        side: Side,
        seed: u64,
        time_limit: Duration,
    ) -> Result<Box<dyn Mover>, Error> {
        let state = PowerOnState::Random;
        let power_on = PowerOn { state, seed };
        Ok(match self {
            Contestant::Cartridge(level) => {
                let robot = Robot::bundled(power_on)?;
                Box::new(Opponent::new(robot, *level, game, side)?)
            }
            Contestant::Build(level, build) => {
                let robot = Robot::new(&build.image, &build.symbols, power_on)?;
                Box::new(Opponent::new(robot, *level, game, side)?)
            }
            Contestant::Engine(command) => {
                Box::new(EngineProcess::start(command, game, side, time_limit)?)
            }
        })
    }
}
