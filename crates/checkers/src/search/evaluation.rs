//! What a position is worth: the one place of the reference search's knowledge.
//!
//! The cartridge counts gains since the root of the search, step by step; here they are the
//! difference of two whole positions.

use crate::{
    board::{Board, Position},
    game::Variant,
    square::{Piece, Side, Square},
};

/// What the cartridge knows of the game, in numbers.
///
/// The tables give the worth of a square in sixteenths of a man. Four rows of a table are the
/// columns of squares (number modulo 4), and in each stand the eight squares from the own home on.
/// In the eighth square a man is a king already, and worth as much as one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Knowledge {
    /// A man's worth on each square.
    pub man_places: [i32; 32],
    /// A king's, beside its weight as a piece.
    pub king_places: [i32; 32],
    /// How often the value of places is halved at levels 1 to 9.
    pub halvings: [u32; 9],
    /// What any capture is worth to the side that had more pieces at the root.
    pub trade: i32,
    /// The most that places count.
    pub place_limit: i32,
    /// The most half-men that count.
    pub material_limit: i32,
    /// The value of having no move, to which the entry is added: later is better.
    pub lost: u8,
}

impl Default for Knowledge {
    fn default() -> Self {
        Knowledge {
            man_places: [
                14, 3, 3, 3, 4, 5, 7, 0, //
                12, 5, 5, 5, 6, 7, 9, 0, //
                14, 5, 5, 5, 6, 7, 9, 0, //
                12, 3, 3, 3, 4, 5, 7, 1,
            ],
            king_places: [
                1, 1, 2, 0, 2, 0, 2, 0, //
                0, 2, 4, 4, 6, 4, 2, 0, //
                0, 2, 4, 6, 4, 4, 2, 0, //
                0, 2, 0, 2, 0, 2, 1, 1,
            ],
            halvings: [3, 2, 1, 0, 0, 0, 0, 0, 0],
            trade: 3,
            place_limit: 23,
            material_limit: 10,
            lost: 2,
        }
    }
}

/// Weights of the pieces in half-men.
const MAN: i32 = 2;
const KING: i32 = 3;
/// Value of half a man.
const HALF_MAN: i32 = 8;

/// The evaluation in one search.
#[derive(Debug, Clone)]
pub(super) struct Evaluation {
    knowledge: Knowledge,
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
    pub(super) fn new(
        knowledge: &Knowledge,
        root: &Position,
        variant: Variant,
        level: u8,
    ) -> Evaluation {
        let board = root.board();
        let halvings = knowledge.halvings.get(usize::from(level) - 1);
        let (black, white) = (pieces(board, Side::Black), pieces(board, Side::White));
        Evaluation {
            knowledge: knowledge.clone(),
            variant,
            halvings: halvings.copied().unwrap_or_default(),
            root: knowledge.balance(board),
            pieces: black + white,
            trade: knowledge.trade * (black - white).signum(),
        }
    }

    /// The static value for the side to move.
    pub(super) fn value(&self, at: &Position) -> u8 {
        let board = at.board();
        let now = self.knowledge.balance(board);
        let left = pieces(board, Side::Black) + pieces(board, Side::White);
        let sign = match at.side() {
            Side::Black => 1,
            Side::White => -1,
        };
        let material = sign * (now.material - self.root.material);
        let captures = self.trade * (self.pieces - left);
        let place = sign * (now.place - self.root.place + captures);
        let (most_place, most) = (self.knowledge.place_limit, self.knowledge.material_limit);
        let place = place.clamp(-most_place, most_place) >> self.halvings;
        let material = material.clamp(-most, most);
        self.of_variant((128 + material * HALF_MAN + place) as u8)
    }

    /// The value for a side that has no move, `entry` entries from the root.
    pub(super) fn without_move(&self, entry: usize) -> u8 {
        self.of_variant(self.knowledge.lost + entry as u8)
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

impl Knowledge {
    /// The balance as black sees it.
    fn balance(&self, board: &Board) -> Balance {
        let mut balance = Balance {
            material: 0,
            place: 0,
        };
        for side in [Side::Black, Side::White] {
            let sign = if side == Side::Black { 1 } else { -1 };
            for (square, piece) in board.pieces(side) {
                balance.material += sign * if piece.king { KING } else { MAN };
                balance.place += sign * self.place(square, piece);
            }
        }
        balance
    }

    fn place(&self, square: Square, piece: Piece) -> i32 {
        let own = match piece.side {
            Side::Black => square,
            Side::White => square.turned(),
        };
        let table = match piece.king {
            true => &self.king_places,
            false => &self.man_places,
        };
        table[own.index() % 4 * 8 + own.row()]
    }
}
