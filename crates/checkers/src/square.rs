//! Squares, sides and pieces, and the geometry of the board.

use std::fmt;

/// A dark square, by its standard number.
///
/// Square 1 is the leftmost dark square of the top row, 32 the rightmost of the bottom row:
///
/// ```text
///      1     2     3     4
///   5     6     7     8
///      9    10    11    12
///  13    14    15    16
///     17    18    19    20
///  21    22    23    24
///     25    26    27    28
///  29    30    31    32
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Square(u8);

impl Square {
    /// Square 18, one of the two dark squares in the middle of the board.
    pub(crate) const CENTER: Square = Square(17);

    /// Returns the square with a standard number, 1..=32.
    pub fn new(number: u32) -> Option<Square> {
        (1..=32).contains(&number).then(|| Square(number as u8 - 1))
    }

    /// Returns the square at a row and column of the eight by eight board, counted from the top
    /// left. `None` for light squares and outside the board.
    pub fn at(row: usize, column: usize) -> Option<Square> {
        let dark = row < 8 && column < 8 && (row + column) % 2 == 1;
        dark.then(|| Square((row * 4 + column / 2) as u8))
    }

    /// Returns all squares from 1 to 32.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + Clone {
        (0..32).map(Square)
    }

    /// Returns the standard number, 1..=32.
    pub fn number(self) -> u32 {
        u32::from(self.0) + 1
    }

    /// Returns the number minus one, 0..=31: the square's bit number in a bitboard.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Returns the row from the top, 0..=7; square 1 is in row 0.
    pub fn row(self) -> usize {
        self.index() / 4
    }

    /// Returns the column from the left, 0..=7.
    pub fn column(self) -> usize {
        self.index() % 4 * 2 + (self.row() + 1) % 2
    }

    /// Returns the square that this one becomes when the board is rotated by 180 degrees.
    pub fn rotated(self) -> Square {
        Square(31 - self.0)
    }

    /// Returns the bitboard that contains only this square.
    pub(crate) fn bit(self) -> u32 {
        1 << self.0
    }

    /// Returns the squares of a bitboard in ascending order.
    pub(crate) fn in_bitboard(mut bits: u32) -> impl Iterator<Item = Square> {
        std::iter::from_fn(move || {
            let square = (bits != 0).then(|| Square(bits.trailing_zeros() as u8))?;
            bits &= bits - 1;
            Some(square)
        })
    }

    /// Returns the adjacent square in a direction; `None` at the edge.
    pub(crate) fn step(self, direction: Direction) -> Option<Square> {
        Self::from_table(STEP[self.index()][direction as usize])
    }

    /// Returns the landing square of a jump in a direction; `None` if it would be outside the
    /// board.
    pub(crate) fn leap(self, direction: Direction) -> Option<Square> {
        Self::from_table(LEAP[self.index()][direction as usize])
    }

    /// Returns the square between this one and the landing square of a jump.
    pub(crate) fn between(self, to: Square) -> Option<Square> {
        let middle = |from: usize, to: usize| (from + to) / 2;
        let (row, column) = (
            middle(self.row(), to.row()),
            middle(self.column(), to.column()),
        );
        Square::at(row, column)
    }

    /// Converts an entry of `STEP` or `LEAP` to a square; `None` if it is outside the board.
    fn from_table(index: u8) -> Option<Square> {
        (index != OUTSIDE).then_some(Square(index))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// One of the two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side that moves first. Its men start on squares 1 to 12 and move toward the higher
    /// numbers.
    Black,
    /// The side that moves second. Its men start on squares 21 to 32 and move toward the lower
    /// numbers.
    White,
}

impl Side {
    /// Returns the other player.
    pub fn other(self) -> Side {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }

    /// Returns the row, from the top, where this side's men become kings.
    pub fn king_row(self) -> usize {
        match self {
            Side::Black => 7,
            Side::White => 0,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Side::Black => "Black",
            Side::White => "White",
        })
    }
}

/// A man or a king of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The side that owns the piece.
    pub side: Side,
    /// True for a king, which moves and jumps forward and backward.
    pub king: bool,
}

impl Piece {
    /// Returns the directions in which the piece may move.
    pub(crate) fn directions(self) -> &'static [Direction] {
        match (self.king, self.side) {
            (true, _) => &DIRECTIONS,
            (false, Side::Black) => &DIRECTIONS[..2],
            (false, Side::White) => &DIRECTIONS[2..],
        }
    }
}

/// The four diagonal directions on a board with square 1 at the top.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Direction {
    DownLeft,
    DownRight,
    UpLeft,
    UpRight,
}

const DIRECTIONS: [Direction; 4] = [
    Direction::DownLeft,
    Direction::DownRight,
    Direction::UpLeft,
    Direction::UpRight,
];

/// The entry in the tables `STEP` and `LEAP` that stands for a square outside the board.
const OUTSIDE: u8 = 32;
/// The adjacent square in each direction.
const STEP: [[u8; 4]; 32] = squares_at(1);
/// The landing square of a jump in each direction.
const LEAP: [[u8; 4]; 32] = squares_at(2);

/// Returns, for each square and direction, the square that is `distance` diagonal steps away.
const fn squares_at(distance: i32) -> [[u8; 4]; 32] {
    const DELTAS: [(i32, i32); 4] = [(1, -1), (1, 1), (-1, -1), (-1, 1)];
    let mut table = [[OUTSIDE; 4]; 32];
    let mut index = 0;
    while index < 32 {
        let (row, column) = (index as i32 / 4, index as i32 % 4 * 2);
        let mut direction = 0;
        while direction < 4 {
            let to_row = row + distance * DELTAS[direction].0;
            let to_column = column + (row + 1) % 2 + distance * DELTAS[direction].1;
            if 0 <= to_row && to_row < 8 && 0 <= to_column && to_column < 8 {
                table[index][direction] = (to_row * 4 + to_column / 2) as u8;
            }
            direction += 1;
        }
        index += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_columns_agree_with_the_diagram() {
        for (number, row, column) in [(1, 0, 1), (4, 0, 7), (5, 1, 0), (18, 4, 3), (32, 7, 6)] {
            let square = Square::new(number).unwrap();
            assert_eq!((square.row(), square.column()), (row, column));
            assert_eq!(Square::at(row, column), Some(square));
        }
        assert_eq!(Square::at(0, 0), None);
        assert_eq!(Square::new(0), None);
        assert_eq!(Square::new(33), None);
    }

    #[test]
    fn edges_stop_steps_and_leaps() {
        let twelve = Square::new(12).unwrap();
        assert_eq!(twelve.step(Direction::DownRight), None);
        assert_eq!(twelve.step(Direction::DownLeft), Square::new(16));
        assert_eq!(twelve.leap(Direction::DownLeft), Square::new(19));
        assert_eq!(twelve.leap(Direction::UpLeft), Square::new(3));
        assert_eq!(Square::new(5).unwrap().leap(Direction::UpRight), None);
    }
}
