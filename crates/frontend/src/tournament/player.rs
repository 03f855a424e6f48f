//! The players: the cartridge at a level, or an engine with the text protocol.

use super::engine::{EnginePlayer, words};
use crate::{error::Error, interrupt};
use checkers::{Game, Move, Side, Variant};
use play::robot::Robot;
use std::time::Duration;
use vcs::{PowerOn, PowerOnState};

/// A player of a match, as given on the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Contestant {
    /// Video Checkers at a level, 1..=9.
    Cartridge(u8),
    /// The command line of an engine.
    Engine(String),
}

impl Contestant {
    /// Parses a level from 1 to 9, or else a command line.
    ///
    /// # Errors
    /// A message for an empty text and for other numbers.
    pub fn parse(text: &str) -> Result<Contestant, String> {
        match text.trim().parse() {
            Ok(level @ 1..=9) => Ok(Contestant::Cartridge(level)),
            Ok(_) => Err("a level is 1 to 9".to_string()),
            Err(_) if text.trim().is_empty() => {
                Err("name a level, 1 to 9, or the command line of an engine".to_string())
            }
            Err(_) => words(text).map(|_| Contestant::Engine(text.trim().to_string())),
        }
    }

    /// The name for records and tables.
    pub fn name(&self) -> String {
        match self {
            Contestant::Cartridge(level) => format!("Video Checkers, level {level}"),
            Contestant::Engine(command) => command.clone(),
        }
    }

    /// Starts the player for one game.
    ///
    /// # Errors
    /// If the cartridge or the engine does not start.
    pub fn start(
        &self,
        game: &Game,
        side: Side,
        seed: u64,
        time: Duration,
    ) -> Result<Box<dyn Mover>, Error> {
        Ok(match self {
            Contestant::Cartridge(level) => {
                Box::new(CartridgePlayer::new(*level, game, side, seed)?)
            }
            Contestant::Engine(command) => {
                Box::new(EnginePlayer::start(command, game, side, time)?)
            }
        })
    }
}

/// The answer of a player that is to move.
pub enum Reply {
    /// A move as text, which may be illegal.
    Move(String),
    /// The player loses; the text continues a sentence that begins with its side.
    Failed(String),
}

/// A player in one game.
pub trait Mover {
    /// The player's next move.
    fn reply(&mut self, game: &Game) -> Result<Reply, Error>;

    /// Takes the opponent's move.
    fn opponent_played(&mut self, chosen: &Move) -> Result<(), Error>;
}

/// The cartridge; the opponent's moves are entered by joystick.
struct CartridgePlayer(Robot);

impl CartridgePlayer {
    fn new(level: u8, game: &Game, side: Side, seed: u64) -> Result<CartridgePlayer, Error> {
        let state = PowerOnState::Random;
        let mut robot = Robot::bundled(PowerOn { state, seed })?;
        robot.select_game(match game.variant() {
            Variant::Checkers => level,
            Variant::Giveaway => level + 10,
        })?;
        robot.new_game(side.other())?;
        robot.wait(|_| true)?;
        robot.set_up(game.position())?;
        Ok(CartridgePlayer(robot))
    }
}

impl Mover for CartridgePlayer {
    fn reply(&mut self, game: &Game) -> Result<Reply, Error> {
        self.0.wait(|_| !interrupt::requested())?;
        let own = self.0.game();
        let replied = own.position().side() != game.position().side();
        let reply = own.moves().last().filter(|_| replied);
        Ok(match reply {
            Some(chosen) => Reply::Move(chosen.to_string()),
            None => Reply::Failed("gave no move".into()),
        })
    }

    fn opponent_played(&mut self, chosen: &Move) -> Result<(), Error> {
        Ok(self.0.play(chosen)?)
    }
}
