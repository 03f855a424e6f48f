//! What a position is worth: the one place of the reference search's knowledge.
//!
//! The cartridge counts gains since the root of the search, step by step; here they are the
//! difference of two whole positions.

use crate::{
    board::{Board, Position},
    game::Variant,
    square::{Piece, Side, Square},
};

/// What a man is worth on each square, in sixteenths of a man: four rows of the table are the
/// columns of squares (number modulo 4), and in each the eight squares from the own home on.
/// A man in the eighth row is a king.
pub const MAN_PLACES: [i32; 32] = [
    8, 2, 2, 3, 4, 5, 6, 0, //
    8, 2, 4, 5, 5, 5, 6, 0, //
    2, 2, 4, 5, 5, 5, 6, 0, //
    2, 2, 2, 3, 4, 5, 6, 1,
];

/// The same for a king, beside its weight as a piece.
pub const KING_PLACES: [i32; 32] = [
    1, 1, 2, 2, 2, 2, 1, 0, //
    0, 2, 4, 4, 4, 4, 2, 0, //
    0, 2, 4, 4, 4, 4, 2, 0, //
    0, 1, 2, 2, 2, 2, 1, 1,
];

/// Weights of the pieces in half-men.
const MAN: i32 = 2;
const KING: i32 = 3;
/// Value of half a man, and the most half-men that count.
const HALF_MAN: i32 = 8;
const MATERIAL_LIMIT: i32 = 10;
/// The most that places count.
const PLACE_LIMIT: i32 = 23;
/// What any capture is worth to the side that had more pieces at the root.
const TRADE: i32 = 2;
/// The value of having no move, to which the entry is added: later is better.
const LOST: u8 = 2;

/// The evaluation in one search.
#[derive(Debug, Clone)]
pub(super) struct Evaluation {
    variant: Variant,
    /// How often the value of places is halved at the level.
    halvings: u32,
    /// The root's balance as black sees it, and how many pieces it has.
    root: Balance,
    pieces: i32,
    /// What each capture since is worth to black.
    trade: i32,
}

/// Pieces and places as one side sees them.
#[derive(Debug, Clone, Copy)]
struct Balance {
    material: i32,
    place: i32,
}

impl Evaluation {
    pub(super) fn new(root: &Position, variant: Variant, level: u8) -> Evaluation {
        let board = root.board();
        let (black, white) = (pieces(board, Side::Black), pieces(board, Side::White));
        Evaluation {
            variant,
            halvings: match level {
                1 | 2 => 2,
                3 => 1,
                _ => 0,
            },
            root: balance(board),
            pieces: black + white,
            trade: TRADE * (black - white).signum(),
        }
    }

    /// The static value for the side to move.
    pub(super) fn value(&self, at: &Position) -> u8 {
        let board = at.board();
        let now = balance(board);
        let left = pieces(board, Side::Black) + pieces(board, Side::White);
        let sign = match at.side() {
            Side::Black => 1,
            Side::White => -1,
        };
        let material = sign * (now.material - self.root.material);
        let captures = self.trade * (self.pieces - left);
        let place = sign * (now.place - self.root.place + captures);
        let place = place.clamp(-PLACE_LIMIT, PLACE_LIMIT) >> self.halvings;
        let material = material.clamp(-MATERIAL_LIMIT, MATERIAL_LIMIT);
        self.of_variant((128 + material * HALF_MAN + place) as u8)
    }

    /// The value for a side that has no move, `entry` entries from the root.
    pub(super) fn without_move(&self, entry: usize) -> u8 {
        self.of_variant(LOST + entry as u8)
    }

    fn of_variant(&self, value: u8) -> u8 {
        match self.variant {
            Variant::Checkers => value,
            Variant::Giveaway => !value,
        }
    }
}

fn pieces(board: &Board, side: Side) -> i32 {
    let (men, kings) = board.count(side);
    (men + kings) as i32
}

/// The balance as black sees it.
fn balance(board: &Board) -> Balance {
    let mut balance = Balance {
        material: 0,
        place: 0,
    };
    for side in [Side::Black, Side::White] {
        let sign = if side == Side::Black { 1 } else { -1 };
        for (square, piece) in board.pieces(side) {
            balance.material += sign * if piece.king { KING } else { MAN };
            balance.place += sign * place(square, piece);
        }
    }
    balance
}

fn place(square: Square, piece: Piece) -> i32 {
    let own = match piece.side {
        Side::Black => square,
        Side::White => square.turned(),
    };
    let table = if piece.king {
        &KING_PLACES
    } else {
        &MAN_PLACES
    };
    table[own.index() % 4 * 8 + own.row()]
}
