//! A game from a PDN file that the player steps through on the cartridge's board.

use checkers::{
    Move, Position,
    pdn::{Record, Records},
};
use headless::{error::Error, output::read_bytes};
use std::path::Path;

/// An open game from a PDN file, and the ply that the player has stepped to.
#[derive(Debug, Clone)]
pub struct Book {
    record: Record,
    ply: usize,
}

impl Book {
    /// Opens a game from a PDN file. Games are numbered from 1.
    ///
    /// # Errors
    /// [`Error::Read`] if the file cannot be read. [`Error::Usage`] if it has a syntax error (with
    /// line and column) or contains fewer than `number` games.
    pub fn open(path: &Path, number: usize) -> Result<Book, Error> {
        let bytes = read_bytes(path)?;
        let text = String::from_utf8_lossy(&bytes);
        let usage_error = |message: String| Error::Usage(format!("{}: {message}", path.display()));
        let mut count = 0;
        for record in Records::new(&text) {
            count += 1;
            if count == number {
                let record = record.map_err(|error| usage_error(error.to_string()))?;
                return Ok(Book { record, ply: 0 });
            }
        }
        let message = match count {
            0 => "the file contains no game".to_string(),
            _ => format!("there is no game {number}; the file contains {count}"),
        };
        Err(usage_error(message))
    }

    /// Returns the record of the game.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Returns the position at the current ply.
    pub fn position(&self) -> &Position {
        &self.record.game.positions()[self.ply]
    }

    /// Steps forward by a number of plies, or back if the number is negative. Stops at the first
    /// and the last position.
    pub fn step(&mut self, plies: isize) {
        let last_ply = self.record.game.moves().len();
        self.ply = self.ply.saturating_add_signed(plies).min(last_ply);
    }

    /// Returns a description of the current ply: its number, side, move and comment.
    pub fn describe(&self) -> String {
        self.describe_with(|position, chosen| format!("{} {chosen}", position.side()))
    }

    /// Describes the ply as [`Book::describe`] does, but formats the side and the move with
    /// `format_move`.
    pub fn describe_with(&self, format_move: impl Fn(&Position, &Move) -> String) -> String {
        let game = &self.record.game;
        let total = game.moves().len();
        let mut text = match self.ply.checked_sub(1) {
            None => format!("before the first of {total} plies"),
            Some(last) => {
                let move_text = format_move(&game.positions()[last], &game.moves()[last]);
                format!("ply {} of {total}: {move_text}", self.ply)
            }
        };
        if let Some(comment) = self.record.comments.get(&self.ply) {
            text.push_str(&format!(" {{{comment}}}"));
        }
        if self.ply == total {
            let result = checkers::pdn::result_text(game.outcome());
            text.push_str(&format!(", {result}"));
        }
        text
    }
}
