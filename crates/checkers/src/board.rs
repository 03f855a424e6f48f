//! The board as three bitboards, and a position: a board with the side to move.

use crate::square::{Piece, Side, Square};
use std::fmt;

/// The pieces on the 32 dark squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Board {
    black: u32,
    white: u32,
    kings: u32,
}

impl Board {
    /// The board at the beginning of a game: twelve men on each side.
    pub const START: Board = Board {
        black: 0x0000_0fff,
        white: 0xfff0_0000,
        kings: 0,
    };

    /// A board without pieces.
    pub const EMPTY: Board = Board {
        black: 0,
        white: 0,
        kings: 0,
    };

    /// Returns the piece on a square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        let bit = square.bit();
        let side = match (self.black & bit != 0, self.white & bit != 0) {
            (true, _) => Side::Black,
            (_, true) => Side::White,
            _ => return None,
        };
        let king = self.kings & bit != 0;
        Some(Piece { side, king })
    }

    /// Puts a piece on a square, or clears the square. A man put on its king row becomes a king.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        let bit = square.bit();
        self.black &= !bit;
        self.white &= !bit;
        self.kings &= !bit;
        let Some(piece) = piece else { return };
        match piece.side {
            Side::Black => self.black |= bit,
            Side::White => self.white |= bit,
        }
        if piece.king || square.row() == piece.side.king_row() {
            self.kings |= bit;
        }
    }

    /// Returns a side's pieces with their squares, in ascending order of the squares.
    pub fn pieces(&self, side: Side) -> impl Iterator<Item = (Square, Piece)> {
        let kings = self.kings;
        Square::in_bitboard(self.bits(side)).map(move |square| {
            let king = kings & square.bit() != 0;
            (square, Piece { side, king })
        })
    }

    /// Returns the number of men and the number of kings of a side.
    pub fn men_and_kings(&self, side: Side) -> (u32, u32) {
        let bits = self.bits(side);
        let kings = (bits & self.kings).count_ones();
        (bits.count_ones() - kings, kings)
    }

    /// Returns a side's pieces as a bitboard.
    pub(crate) fn bits(&self, side: Side) -> u32 {
        match side {
            Side::Black => self.black,
            Side::White => self.white,
        }
    }

    /// Returns the empty squares as a bitboard.
    pub(crate) fn empty_squares(&self) -> u32 {
        !(self.black | self.white)
    }

    /// Removes the pieces on the squares of a bitboard.
    pub(crate) fn clear(&mut self, bits: u32) {
        self.black &= !bits;
        self.white &= !bits;
        self.kings &= !bits;
    }
}

/// Writes eight lines of up to eight cells, with square 1 at the top: `b` and `w` are men, `B` and
/// `W` are kings.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for row in 0..8 {
            let cells = (0..8).map(|column| match Square::at(row, column) {
                None => ' ',
                Some(square) => self.piece(square).map_or('.', Piece::letter),
            });
            let line: String = cells.collect();
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

impl Piece {
    /// Returns `b` or `w` for a man, and `B` or `W` for a king.
    pub fn letter(self) -> char {
        match (self.side, self.king) {
            (Side::Black, false) => 'b',
            (Side::Black, true) => 'B',
            (Side::White, false) => 'w',
            (Side::White, true) => 'W',
        }
    }
}

/// A board and the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    side: Side,
}

impl Position {
    /// The start position: black to move.
    pub const START: Position = Position {
        board: Board::START,
        side: Side::Black,
    };

    /// Creates a position from a board and the side to move.
    pub fn new(board: Board, side: Side) -> Position {
        Position { board, side }
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the side to move.
    pub fn side(&self) -> Side {
        self.side
    }
}

impl Default for Position {
    fn default() -> Self {
        Position::START
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_man_set_on_its_king_row_is_a_king() {
        let mut board = Board::EMPTY;
        let man = Piece {
            side: Side::White,
            king: false,
        };
        board.set(Square::new(3).unwrap(), Some(man));
        board.set(Square::new(30).unwrap(), Some(man));
        assert_eq!(board.men_and_kings(Side::White), (1, 1));
        board.set(Square::new(3).unwrap(), None);
        assert_eq!(board.men_and_kings(Side::White), (1, 0));
    }

    #[test]
    fn the_start_position_is_displayed_as_a_diagram() {
        let text = Board::START.to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], " b b b b");
        assert_eq!(lines[3], ". . . .");
        assert_eq!(lines[7], "w w w w");
    }
}
