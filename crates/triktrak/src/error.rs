//! The error type: errors in throws, choices and records.

use crate::side::Side;
use thiserror::Error;

/// An error in a throw, a choice, a position or the text of a game.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum TriktrakError {
    /// A number that is not on a die.
    #[error("a die shows 1 to 6, not {number}")]
    InvalidDie {
        /// The number.
        number: u8,
    },
    /// Counts of men that cannot occur in a game.
    #[error("{problem}; each player has 15 men, and no wedge holds men of both players")]
    ImpossiblePosition {
        /// The problem.
        problem: String,
    },
    /// A throw was made before all numbers of the previous throw were played.
    #[error("this throw is not finished; choose a wedge for the {number}")]
    ThrowNotPlayed {
        /// The next number.
        number: u8,
    },
    /// A wedge was chosen, but the side must throw first.
    #[error("{side} must throw first")]
    ThrowFirst {
        /// The side whose turn it is.
        side: Side,
    },
    /// A wedge outside the board.
    #[error("there is no wedge {wedge}; choose one from 1 to 24")]
    NoSuchWedge {
        /// The given number.
        wedge: u8,
    },
    /// A wedge without a man of the side to move.
    #[error("none of your men is on wedge {wedge}; legal: {legal}")]
    NoMan {
        /// The wedge.
        wedge: u8,
        /// The legal wedges.
        legal: String,
    },
    /// The chosen man cannot move by the next number.
    #[error("the man on {wedge} cannot move by {number}: {reason}; legal: {legal}")]
    Blocked {
        /// The wedge.
        wedge: u8,
        /// The number.
        number: u8,
        /// The reason.
        reason: &'static str,
        /// The legal wedges.
        legal: String,
    },
    /// The choice would make a later number unplayable.
    #[error(
        "after a move from {wedge}, the later number {later} could not be played; legal: {legal}"
    )]
    LosesLater {
        /// The wedge.
        wedge: u8,
        /// The first number that would be lost.
        later: u8,
        /// The legal wedges.
        legal: String,
    },
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// A game record attributes a throw to the wrong side.
    #[error("it is not {side}'s turn")]
    WrongSide {
        /// The side named in the record.
        side: Side,
    },
    /// A syntax error in a game record.
    #[error("line {line}: expected {expected}, found {found:?}")]
    Syntax {
        /// Line number, starting at 1.
        line: usize,
        /// The expected content of the line.
        expected: &'static str,
        /// The actual content.
        found: String,
    },
    /// A line of a game record that breaks the rules.
    #[error("line {line}: {error}")]
    Illegal {
        /// Line number, starting at 1.
        line: usize,
        /// The broken rule.
        error: Box<TriktrakError>,
    },
}
