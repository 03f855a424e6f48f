//! The two players.

use std::fmt;

/// The players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Side {
    /// The player who throws first.
    #[default]
    White,
    /// The player who throws second.
    Black,
}

impl Side {
    /// Returns the opponent.
    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(match self {
            Side::White => "White",
            Side::Black => "Black",
        })
    }
}
