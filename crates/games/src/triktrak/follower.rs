//! Follows the cartridge's game frame by frame, and checks it against the rules.

use super::ram::{AwaitedInput, Snapshot};
use triktrak::Game;

/// The record of the game that the cartridge is playing.
#[derive(Debug, Clone, Default)]
pub struct Follower {
    game: Game,
    is_playing: bool,
    has_thrown: bool,
}

impl Follower {
    /// Returns the game since the last Reset.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Resigns for the side to move. Only this record shows the resignation; the game in the
    /// cartridge continues.
    pub fn resign(&mut self) {
        self.game.resign();
    }

    /// Brings the record up to date with the cartridge. Call this function after every frame.
    ///
    /// # Errors
    /// A description of the rule violation if the cartridge has broken the rules.
    pub fn follow_frame(&mut self, snapshot: &Snapshot) -> Result<(), String> {
        let was_playing = std::mem::replace(
            &mut self.is_playing,
            snapshot.expects != AwaitedInput::Start,
        );
        if self.is_playing && !was_playing {
            self.game = Game::new();
            self.has_thrown = false;
        }
        if !self.is_playing && !was_playing {
            return Ok(());
        }
        let had_thrown = std::mem::replace(&mut self.has_thrown, snapshot.throw.is_some());
        let Some(throw) = snapshot.throw else {
            return Ok(());
        };
        if !had_thrown {
            self.game.throw(throw).map_err(|error| error.to_string())?;
        }
        let total = throw.numbers().len();
        let remaining = self.game.numbers();
        // The cartridge is ready for comparison if it has played one number more than the record.
        // Until then, it may still be bringing back men from the shambles, one at a time; [`Game`]
        // brings them all back in one step.
        let is_ready =
            !remaining.is_empty() && snapshot.numbers_used == total - remaining.len() + 1;
        let Some(after) = snapshot.position.filter(|_| is_ready) else {
            return Ok(());
        };
        let choices = self.game.position().choices(remaining);
        let chosen = choices.iter().find(|choice| choice.after == after);
        let Some(chosen) = chosen else {
            let (before, numbers) = (self.game.position(), remaining);
            return Err(format!(
                "no choice of {numbers:?} leads from {before:?} to {after:?}"
            ));
        };
        self.game
            .choose(chosen.wedge)
            .map_err(|error| error.to_string())
    }
}
