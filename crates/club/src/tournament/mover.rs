//! A player in one game: the cartridge or an engine.

use checkers::{Game, Move};
use games::robot::Opponent;
use headless::{error::Error, interrupt};

/// The answer of the player whose turn it is.
pub enum Reply {
    /// A move as text, which may be illegal.
    Move(String),
    /// The player has failed and loses. The text gives the reason; it completes a sentence that
    /// begins with the player's side, such as `Black`.
    Failed(String),
}

/// A player in one game.
pub trait Mover {
    /// Returns the player's next move.
    fn reply(&mut self, game: &Game) -> Result<Reply, Error>;

    /// Tells the player which move the opponent made.
    fn opponent_played(&mut self, chosen: &Move) -> Result<(), Error>;
}

impl Mover for Opponent {
    fn reply(&mut self, _game: &Game) -> Result<Reply, Error> {
        Ok(match Opponent::reply(self, || !interrupt::requested())? {
            Some(chosen) => Reply::Move(chosen.to_string()),
            None => Reply::Failed("gave no move".into()),
        })
    }

    fn opponent_played(&mut self, chosen: &Move) -> Result<(), Error> {
        Ok(self.enter(chosen)?)
    }
}
