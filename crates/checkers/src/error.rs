use crate::square::Square;
use thiserror::Error;

/// What can be wrong with the text of a position, a game or a move.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum CheckersError {
    /// A game record or a FEN text that does not read.
    #[error("line {line}, column {column}: expected {expected}, found {found}")]
    Syntax {
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
        /// What could have stood there.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// Text that is no move at all.
    #[error("{text:?} is not a move; write the squares from and to, as in 11-15 or 15x24x31")]
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
    /// A move with a piece of the other side.
    #[error("the piece on {square} is not yours")]
    NotYours {
        /// The square of the piece.
        square: Square,
    },
    /// A step, or a capture by another piece, when there is a capture.
    #[error("you must jump: {choices}")]
    MustJump {
        /// The legal captures.
        choices: String,
    },
    /// A capture that could go on.
    #[error("the jump must be completed: {choices}")]
    Unfinished {
        /// The captures that begin so.
        choices: String,
    },
    /// Several captures fit.
    #[error("more than one jump fits; write all squares: {choices}")]
    Ambiguous {
        /// The captures that fit.
        choices: String,
    },
    /// A move to a square that is taken.
    #[error("{square} is occupied")]
    Occupied {
        /// The square aimed at.
        square: Square,
    },
    /// A man that would go backward.
    #[error("a man moves forward only; {from}-{to} goes back")]
    Backward {
        /// Square left.
        from: Square,
        /// Square aimed at.
        to: Square,
    },
    /// Any other square that the piece cannot reach.
    #[error("the piece on {from} cannot reach {to}{choices}")]
    Unreachable {
        /// Square left.
        from: Square,
        /// Square aimed at.
        to: Square,
        /// The piece's legal moves, as a clause of the sentence, or that it has none.
        choices: String,
    },
    /// The side to move has no move.
    #[error("the game is over: no move is left")]
    NoMoves,
}
