//! Random numbers and positions that are the same in every run.

use checkers::{Board, Piece, Position, Side, Square};

/// A random number generator that returns the same numbers in every run.
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }

    /// Returns a position after some random plies, with a legal move.
    pub(crate) fn played_position(&mut self) -> Position {
        loop {
            let mut position = Position::START;
            for _ in 0..4 + self.below(70) {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.play(&moves[self.below(moves.len())]);
            }
            if !position.legal_moves().is_empty() {
                return position;
            }
        }
    }

    /// Returns a position with `black` black and `white` white kings, in which black is to move and
    /// neither side can capture.
    pub(crate) fn kings_position(&mut self, black: u32, white: u32) -> Position {
        loop {
            let mut board = Board::default();
            for (side, count) in [(Side::Black, black), (Side::White, white)] {
                while board.men_and_kings(side).1 < count {
                    let square = Square::new(1 + self.below(32) as u32).expect("a square");
                    if board.piece(square).is_none() {
                        board.set(square, Some(Piece { side, king: true }));
                    }
                }
            }
            let position = Position::new(board, Side::Black);
            if !position.must_jump() && !Position::new(board, Side::White).must_jump() {
                return position;
            }
        }
    }

    /// Returns a position with randomly placed men and kings, in which the side to move has a legal
    /// move.
    pub(crate) fn random_position(&mut self) -> Position {
        loop {
            let mut board = Board::default();
            for square in Square::all() {
                let side = [Side::Black, Side::White][self.below(2)];
                let king = self.below(2) == 0;
                if self.below(8) < 3 && (king || square.row() != side.king_row()) {
                    board.set(square, Some(Piece { side, king }));
                }
            }
            let position = Position::new(board, [Side::Black, Side::White][self.below(2)]);
            if !position.legal_moves().is_empty() {
                return position;
            }
        }
    }
}
