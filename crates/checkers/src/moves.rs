//! Legal moves: steps, forced captures completed to the end, crowning.

use crate::{
    board::{Board, Position},
    square::{Piece, Square},
};
use std::fmt;

/// Maximum number of pieces that one capture can take. Each jump moves the piece by two rows and
/// two columns, so the captured pieces can be only in every second row and every second column.
/// None of them is on the edge, which leaves at most three rows and three columns.
const MAX_CAPTURED: usize = 9;

/// One move of one side: a step, or a capture with all of its jumps.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    from: Square,
    landings: [Square; MAX_CAPTURED],
    length: u8,
    captured: u32,
}

impl Move {
    fn step(from: Square, to: Square) -> Move {
        let mut landings = [Square::default(); MAX_CAPTURED];
        landings[0] = to;
        Move {
            from,
            landings,
            length: 1,
            captured: 0,
        }
    }

    /// Returns the square that the piece leaves.
    pub fn from(&self) -> Square {
        self.from
    }

    /// Returns the square where the move ends.
    pub fn to(&self) -> Square {
        self.landings()[self.landings().len() - 1]
    }

    /// Returns the landing squares: one for a step, one for each jump of a capture.
    pub fn landings(&self) -> &[Square] {
        &self.landings[..usize::from(self.length)]
    }

    /// Returns true if pieces are taken.
    pub fn is_capture(&self) -> bool {
        self.captured != 0
    }

    /// Returns the squares of the pieces that are taken, in ascending order.
    pub fn captured(&self) -> impl Iterator<Item = Square> {
        Square::in_bitboard(self.captured)
    }
}

/// Writes all squares: `11-15`, `15x24x31`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let separator = if self.is_capture() { 'x' } else { '-' };
        write!(f, "{}", self.from)?;
        self.landings()
            .iter()
            .try_for_each(|square| write!(f, "{separator}{square}"))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Move({self})")
    }
}

impl Position {
    /// Returns all legal moves, in ascending order of their starting squares. When a capture is
    /// possible, only captures are legal. Captures along different paths are separate moves, even
    /// if they take the same pieces.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = self.captures();
        if moves.is_empty() {
            moves = self.steps();
        }
        moves
    }

    /// Returns true if the side to move can capture. It then must do so.
    pub fn must_jump(&self) -> bool {
        self.board()
            .pieces(self.side())
            .any(|(square, piece)| jumps(self.board(), square, piece).next().is_some())
    }

    /// Returns the position after a move, which must be legal in this position.
    pub fn play(&self, chosen: &Move) -> Position {
        let mut board = *self.board();
        let piece = board.piece(chosen.from);
        board.clear(chosen.from.bit() | chosen.captured);
        board.set(chosen.to(), piece);
        Position::new(board, self.side().other())
    }

    fn steps(&self) -> Vec<Move> {
        let empty = self.board().empty_squares();
        let mut moves = Vec::with_capacity(16);
        for (from, piece) in self.board().pieces(self.side()) {
            let directions = piece.directions().iter();
            let reached = directions.filter_map(|&direction| from.step(direction));
            let free = reached.filter(|to| to.bit() & empty != 0);
            moves.extend(free.map(|to| Move::step(from, to)));
        }
        moves
    }

    fn captures(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (from, piece) in self.board().pieces(self.side()) {
            let mut board = *self.board();
            board.clear(from.bit());
            let mut partial = Move::step(from, from);
            partial.length = 0;
            extend_capture(&board, piece, from, partial, &mut moves);
        }
        moves
    }
}

/// Continues the capture `partial`, which has reached `square`, with every possible jump. If there
/// is none, adds the capture to `moves`. `board` must contain neither the jumping piece nor the
/// pieces captured so far.
fn extend_capture(
    board: &Board,
    piece: Piece,
    square: Square,
    partial: Move,
    moves: &mut Vec<Move>,
) {
    let crowned = partial.length > 0 && !piece.king && square.row() == piece.side.king_row();
    let mut is_complete = true;
    for (over, to) in jumps(board, square, piece).filter(|_| !crowned) {
        is_complete = false;
        let mut board = *board;
        board.clear(over.bit());
        let mut extended = partial;
        extended.landings[usize::from(extended.length)] = to;
        extended.length += 1;
        extended.captured |= over.bit();
        extend_capture(&board, piece, to, extended, moves);
    }
    if is_complete && partial.length > 0 {
        moves.push(partial);
    }
}

/// Returns the jumps that a piece can make next from a square. Each is given by the square jumped
/// over and the landing square.
fn jumps(board: &Board, square: Square, piece: Piece) -> impl Iterator<Item = (Square, Square)> {
    let (enemies, empty) = (board.bits(piece.side.other()), board.empty_squares());
    piece.directions().iter().filter_map(move |&direction| {
        let over = square
            .step(direction)
            .filter(|over| over.bit() & enemies != 0)?;
        let to = square.leap(direction).filter(|to| to.bit() & empty != 0)?;
        Some((over, to))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(fen: &str) -> Vec<String> {
        let position = Position::from_fen(fen).expect("the position is well formed");
        let moves = position.legal_moves();
        moves.iter().map(Move::to_string).collect()
    }

    #[test]
    fn a_capture_is_forced_and_completed() {
        assert_eq!(moves("B:W18,26,32:B4,14"), ["14x23x30"]);
    }

    #[test]
    fn any_capture_may_be_chosen() {
        assert_eq!(moves("B:W17,18,26:B14"), ["14x21", "14x23x30"]);
    }

    #[test]
    fn crowning_ends_the_turn() {
        // A king on 31 could also jump over 27.
        assert_eq!(moves("B:W26,27:B22"), ["22x31"]);
    }

    #[test]
    fn a_king_may_jump_in_a_circle_back_to_its_own_square() {
        let round = moves("B:W6,7,14,15:BK2");
        assert_eq!(round, ["2x9x18x11x2", "2x11x18x9x2"]);
        let position = Position::from_fen("B:W6,7,14,15:BK2").unwrap();
        let after = position.play(&position.legal_moves()[0]);
        assert_eq!(after.to_fen(), "W:W:BK2");
    }

    #[test]
    fn men_do_not_move_or_jump_backward() {
        assert_eq!(moves("B:W14:B18"), ["18-22", "18-23"]);
        assert_eq!(moves("W:W18:B23"), ["18-14", "18-15"]);
    }

    #[test]
    fn a_capture_takes_at_most_nine_pieces() {
        let position = Position::from_fen("W:WK4:B6,7,8,14,15,16,22,23,24").unwrap();
        let longest = position
            .legal_moves()
            .iter()
            .map(|m| m.captured().count())
            .max();
        assert_eq!(longest, Some(9));
    }

    #[test]
    fn a_man_that_steps_on_the_king_row_is_crowned() {
        let position = Position::from_fen("W:W6:B32").unwrap();
        let after = position.play(&position.legal_moves()[0]);
        assert_eq!(after.to_fen(), "B:WK1:BK32");
    }
}
