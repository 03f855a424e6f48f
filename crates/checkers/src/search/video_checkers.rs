//! The evaluation of the *Video Checkers* cartridge (`roms-src/video-checkers/search.asm`).
//!
//! The cartridge starts at the root of the search and adds up the gain or loss of each move. This
//! module evaluates the root and the final position, and takes the difference. Both methods give
//! the same value; the cartridge's tests rely on that.

use crate::{
    board::{Board, Position},
    game::Variant,
    square::{Piece, Side, Square},
};

/// The parameters of the evaluation.
///
/// Square values are in sixteenths of a man. Each row of a table holds the values of the eight
/// squares of one column (the squares with the same number modulo 4), starting at the side's back
/// row. The value of a man on the eighth square is never used, because the man becomes a king
/// there.
///
/// The value of a king depends on its distances to two target squares. If one side has fewer
/// pieces, two of that side's kings are the targets. The other side can then approach them, keep
/// them apart and win. If the side with fewer pieces has no kings, or the sides are even, both
/// targets are the center of the board.
///
/// In giveaway, each piece costs its side the value of the piece's square; men and kings cost the
/// same. Only two other things count: being the side to move and, when two pieces are left, having
/// the move (see `the_move`). The values were tuned by playing matches: a piece costs most in its
/// side's first two rows, and least in the next two, where it is easily given away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameters {
    /// The value of a man on each square.
    pub man_places: [i32; 32],
    /// In giveaway: what a piece costs its side, for each square.
    pub giveaway_places: [i32; 32],
    /// In giveaway: the value of being the side to move.
    pub tempo: i32,
    /// The value of a king whose distance to both targets is zero, in addition to its material
    /// weight. Each step away from a target reduces the value by one.
    pub king_place: i32,
    /// The square that serves as both targets if the sides are even, or if the side with fewer
    /// pieces has no kings. If White is to move at the root, the square is rotated by 180 degrees.
    pub center: Square,
    /// How many times square values are halved, for each of the levels 1 to 9.
    pub halvings: [u32; 9],
    /// The value of each capture, by either side, to the side that had more pieces at the root.
    pub trade: i32,
    /// The value of having the move when two pieces are left. The side to move has the move if one
    /// piece is on an odd row and the other on an even row.
    pub the_move: i32,
    /// The maximum absolute value of the change since the root in the values of the squares that
    /// the pieces occupy.
    pub place_limit: i32,
    /// The maximum absolute value of the change since the root in material, in half-men.
    pub material_limit: i32,
    /// The value for a side without a legal move. The number of single steps and jumps since the
    /// root is added to it, because a later loss is better.
    pub lost: u8,
}

impl Default for Parameters {
    fn default() -> Self {
        Parameters {
            man_places: [
                15, 8, 4, 5, 3, 5, 12, 0, //
                15, 8, 7, 4, 6, 9, 14, 0, //
                15, 10, 5, 6, 5, 8, 15, 0, //
                4, 4, 5, 2, 5, 6, 4, 0,
            ],
            giveaway_places: [
                9, 10, 5, 5, 4, 6, 6, 6, //
                8, 7, 3, 5, 3, 7, 4, 10, //
                6, 9, 3, 5, 10, 8, 5, 7, //
                8, 6, 7, 6, 6, 10, 10, 7,
            ],
            tempo: 3,
            king_place: 14,
            center: Square::CENTER,
            halvings: [2, 1, 1, 0, 0, 0, 0, 0, 0],
            trade: 3,
            the_move: 12,
            place_limit: 11,
            material_limit: 9,
            lost: 2,
        }
    }
}

impl Parameters {
    /// Returns parameters that count only pieces: a king is worth a man and a half.
    pub fn material() -> Parameters {
        Parameters {
            giveaway_places: [6; 32],
            tempo: 0,
            trade: 0,
            the_move: 0,
            place_limit: 0,
            ..Parameters::default()
        }
    }

    /// Returns parameters that count pieces, and how far the men are from the king row.
    pub fn advance() -> Parameters {
        Parameters {
            man_places: std::array::from_fn(|index| [0, 0, 1, 2, 4, 6, 9, 0][index % 8]),
            giveaway_places: std::array::from_fn(|index| [6, 6, 6, 5, 5, 4, 3, 3][index % 8]),
            halvings: [0; 9],
            ..Parameters::default()
        }
    }
}

/// The weight of a man in half-men.
const MAN: i32 = 2;
/// The value of half a man, in sixteenths of a man.
const HALF_MAN: i32 = 8;

/// The evaluation for one search.
#[derive(Debug, Clone)]
pub(super) struct Evaluation {
    parameters: Parameters,
    variant: Variant,
    /// How many times square values are halved at this level.
    halvings: u32,
    /// The two squares that kings should approach.
    targets: [Square; 2],
    /// The root's balance, from black's point of view.
    root_balance: Balance,
    /// Number of pieces at the root.
    root_pieces: i32,
    /// The bonus for each piece captured since the root, from black's point of view.
    trade: i32,
}

/// Material and square values, from the point of view of one side.
#[derive(Debug, Clone, Copy)]
struct Balance {
    material: i32,
    place: i32,
}

impl Evaluation {
    pub(super) fn new(
        parameters: &Parameters,
        root: &Position,
        variant: Variant,
        level: u8,
    ) -> Evaluation {
        let board = root.board();
        let halvings = parameters.halvings.get(usize::from(level) - 1);
        let (black, white) = (
            piece_count(board, Side::Black),
            piece_count(board, Side::White),
        );
        let targets = parameters.targets(root);
        Evaluation {
            parameters: parameters.clone(),
            variant,
            halvings: halvings.copied().unwrap_or_default(),
            targets,
            root_balance: parameters.balance(board, variant, targets),
            root_pieces: black + white,
            trade: parameters.trade * (black - white).signum(),
        }
    }

    /// Returns the static value for the side to move.
    pub(super) fn value(&self, at: &Position) -> u8 {
        let board = at.board();
        let balance = self.parameters.balance(board, self.variant, self.targets);
        let pieces_left = piece_count(board, Side::Black) + piece_count(board, Side::White);
        let sign = match at.side() {
            Side::Black => 1,
            Side::White => -1,
        };
        let material = sign * (balance.material - self.root_balance.material);
        let place = sign * (balance.place - self.root_balance.place);
        let the_move = if pieces_left == 2 {
            self.the_move(board)
        } else {
            0
        };
        let gains = match self.variant {
            Variant::Checkers => {
                let captures = sign * self.trade * (self.root_pieces - pieces_left);
                self.weighted_sum(material, place + captures)
            }
            Variant::Giveaway => place - self.parameters.tempo,
        };
        self.invert_in_giveaway((128 + gains + the_move) as u8)
    }

    /// Returns the sum of the changes in material and in square values, each clamped to its limit.
    /// Used in checkers only.
    fn weighted_sum(&self, material: i32, place: i32) -> i32 {
        let (place_limit, material_limit) =
            (self.parameters.place_limit, self.parameters.material_limit);
        // The cartridge adds the square values in a single byte, so the sum must wrap here, too.
        let place = i32::from(place as i8).clamp(-place_limit, place_limit);
        let halve = |place, _| (place + 1) >> 1;
        let place = (0..self.halvings).fold(place, halve);
        material.clamp(-material_limit, material_limit) * HALF_MAN + place
    }

    /// Returns the value of having the move when two pieces are left. The side to move has the move
    /// if one piece is on an odd row and the other on an even row; steps without a capture never
    /// change which side has the move. In checkers, the side that has the move can drive the other
    /// piece away; in giveaway, it will have to capture.
    fn the_move(&self, board: &Board) -> i32 {
        let both = [Side::Black, Side::White].into_iter();
        let rows = both.flat_map(|side| board.pieces(side).map(|(square, _)| square.row()));
        match rows.sum::<usize>() % 2 {
            1 => self.parameters.the_move,
            _ => -self.parameters.the_move,
        }
    }

    /// Returns the value for a side without a legal move, `entry` steps or jumps after the root.
    pub(super) fn value_without_moves(&self, entry: usize) -> u8 {
        self.invert_in_giveaway(self.parameters.lost + entry as u8)
    }

    pub(super) fn is_giveaway(&self) -> bool {
        self.variant == Variant::Giveaway
    }

    fn invert_in_giveaway(&self, value: u8) -> u8 {
        match self.variant {
            Variant::Checkers => value,
            Variant::Giveaway => !value,
        }
    }
}

fn piece_count(board: &Board, side: Side) -> i32 {
    let (men, kings) = board.men_and_kings(side);
    (men + kings) as i32
}

impl Parameters {
    /// Returns the squares that kings should approach in a search from this root. They are the
    /// squares of the first and the last king of the side that has fewer pieces, ordered by
    /// columns, then by rows. Both may be the same king. If the sides are even, or the smaller side
    /// has no king, both targets are the center.
    fn targets(&self, root: &Position) -> [Square; 2] {
        let board = root.board();
        let middle = match root.side() {
            Side::Black => self.center,
            Side::White => self.center.rotated(),
        };
        let fewer = match piece_count(board, Side::Black) - piece_count(board, Side::White) {
            0 => return [middle; 2],
            1.. => Side::White,
            _ => Side::Black,
        };
        let kings = board.pieces(fewer).filter(|(_, piece)| piece.king);
        let mut squares: Vec<Square> = kings.map(|(square, _)| square).collect();
        squares.sort_by_key(|square| (square.index() % 4, square.row()));
        match squares[..] {
            [] => [middle; 2],
            [first, ..] => [first, squares[squares.len() - 1]],
        }
    }

    /// Returns the balance from black's point of view.
    fn balance(&self, board: &Board, variant: Variant, targets: [Square; 2]) -> Balance {
        let mut balance = Balance {
            material: 0,
            place: 0,
        };
        for side in [Side::Black, Side::White] {
            let sign = if side == Side::Black { 1 } else { -1 };
            for (square, piece) in board.pieces(side) {
                balance.material += sign * weight(piece);
                balance.place += sign * self.square_value(square, piece, variant, targets);
            }
        }
        balance
    }

    /// Returns the value of the square that a piece occupies, or the cost of the piece in giveaway.
    fn square_value(
        &self,
        square: Square,
        piece: Piece,
        variant: Variant,
        targets: [Square; 2],
    ) -> i32 {
        let relative = match piece.side {
            Side::Black => square,
            Side::White => square.rotated(),
        };
        let index = relative.index() % 4 * 8 + relative.row();
        match variant {
            Variant::Giveaway => self.giveaway_places[index],
            Variant::Checkers if piece.king => {
                let distances = targets.map(|target| distance(square, target) as i32);
                self.king_place - distances[0] - distances[1]
            }
            Variant::Checkers => self.man_places[index],
        }
    }
}

/// Returns the weight of a piece in half-men.
fn weight(piece: Piece) -> i32 {
    MAN + i32::from(piece.king)
}

/// Returns the approximate number of moves that a king needs: the difference between the rows, or
/// twice the difference between the columns if that is larger. A column here consists of the
/// squares with the same number modulo 4.
fn distance(from: Square, to: Square) -> usize {
    let rows = from.row().abs_diff(to.row());
    let columns = (from.index() % 4).abs_diff(to.index() % 4);
    rows.max(2 * columns)
}
