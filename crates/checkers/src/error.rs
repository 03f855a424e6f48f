//! The error type: errors in texts and moves.

use crate::square::Square;
use thiserror::Error;

/// An error in the text of a position, a game or a move.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckersError {
    /// A syntax error in a game record or a FEN text.
    #[error("line {line}, column {column}: expected {expected}, found {found}")]
    Syntax {
        /// Line number, starting at 1.
        line: usize,
        /// Column number in characters, starting at 1.
        column: usize,
        /// The expected text.
        expected: String,
        /// The actual text.
        found: String,
    },
    /// Text that is not a move.
    #[error("{text:?} is not a move; write its squares in order, as in 11-15 or 15x24x31")]
    NotAMove {
        /// The text.
        text: String,
    },
    /// A move from a square without a piece.
    #[error("there is no piece on {square}")]
    NoPiece {
        /// The empty square.
        square: Square,
    },
    /// A move of a piece that belongs to the other side.
    #[error("the piece on {square} is not yours")]
    NotYours {
        /// The square of the piece.
        square: Square,
    },
    /// A move that is not a capture although a capture is possible.
    #[error("you must jump: {choices}")]
    MustJump {
        /// The legal captures.
        choices: String,
    },
    /// A capture that ends although the piece can still jump.
    #[error("the jump must be completed: {choices}")]
    Unfinished {
        /// The legal captures that begin with these jumps.
        choices: String,
    },
    /// Text that matches several captures.
    #[error("more than one jump fits; write all squares: {choices}")]
    Ambiguous {
        /// The captures that match.
        choices: String,
    },
    /// A move to an occupied square.
    #[error("{square} is occupied")]
    Occupied {
        /// The target square.
        square: Square,
    },
    /// A backward move of a man.
    #[error("a man moves forward only; {from}-{to} goes back")]
    Backward {
        /// The square the piece leaves.
        from: Square,
        /// The target square.
        to: Square,
    },
    /// A move to a square that the piece cannot reach, if no other error applies.
    #[error("the piece on {from} cannot reach {to}{choices}")]
    Unreachable {
        /// The square the piece leaves.
        from: Square,
        /// The target square.
        to: Square,
        /// The end of the message: the piece's legal moves, or a statement that it has none.
        choices: String,
    },
    /// The side to move has no move.
    #[error("the game is over: no move is left")]
    NoMoves,
}
