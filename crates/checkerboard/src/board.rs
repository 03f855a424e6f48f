//! Converts boards and moves between CheckerBoard and the crate `checkers`.

use crate::abi::{BLACK, Board8x8, CbMove, Coordinates, FREE, KING, MAN, WHITE};
use checkers::{Board, Move, Piece, Position, Side, Square};
use std::ffi::c_int;

/// Returns a square's column and row on CheckerBoard's board.
pub fn coordinates(square: Square) -> Coordinates {
    Coordinates {
        x: 7 - square.column() as c_int,
        y: square.row() as c_int,
    }
}

fn side_code(side: Side) -> c_int {
    match side {
        Side::Black => BLACK,
        Side::White => WHITE,
    }
}

fn piece_code(piece: Option<Piece>) -> c_int {
    piece.map_or(FREE, |piece| {
        side_code(piece.side) | if piece.king { KING } else { MAN }
    })
}

/// Returns the code of each piece, and the code of an empty square together with `None`.
fn codes() -> impl Iterator<Item = (c_int, Option<Piece>)> {
    let pieces = [Side::Black, Side::White].into_iter();
    let pieces = pieces.flat_map(|side| [false, true].map(|king| Some(Piece { side, king })));
    pieces.chain([None]).map(|piece| (piece_code(piece), piece))
}

/// Converts a board and a side to move into a position.
///
/// # Errors
/// Returns a description of the fault: an unknown color or piece, a piece on a light square, or a
/// man on its king row.
pub fn position(board: &Board8x8, color: c_int) -> Result<Position, String> {
    let mut sides = [Side::Black, Side::White].into_iter();
    let side = sides.find(|side| side_code(*side) == color);
    let side = side.ok_or_else(|| format!("{color} is not a color: 1 is White, 2 is Black"))?;
    let mut pieces = Board::EMPTY;
    for (x, column) in board.iter().enumerate() {
        for (y, code) in column.iter().enumerate() {
            let known = codes().find(|(known, _)| known == code);
            let place = format!("column {x}, row {y}");
            let (_, piece) =
                known.ok_or_else(|| format!("{place}: no piece has the code {code}"))?;
            let Some(piece) = piece else {
                continue;
            };
            let square =
                Square::at(y, 7 - x).ok_or_else(|| format!("{place} is a light square"))?;
            if !piece.king && square.row() == piece.side.king_row() {
                return Err(format!("the man on {square} is on its king row"));
            }
            pieces.set(square, Some(piece));
        }
    }
    Ok(Position::new(pieces, side))
}

/// Converts a position into a board.
pub fn board(position: &Position) -> Board8x8 {
    let mut board = [[FREE; 8]; 8];
    for square in Square::all() {
        let Coordinates { x, y } = coordinates(square);
        board[x as usize][y as usize] = piece_code(position.board().piece(square));
    }
    board
}

/// Converts a legal move to CheckerBoard's form.
pub fn cb_move(before: &Position, chosen: &Move) -> CbMove {
    let after = before.play(chosen);
    let mut converted = CbMove {
        old_piece: piece_code(before.board().piece(chosen.from())),
        new_piece: piece_code(after.board().piece(chosen.to())),
        from: coordinates(chosen.from()),
        to: coordinates(chosen.to()),
        ..CbMove::default()
    };
    let mut from = chosen.from();
    for (index, landing) in chosen.landings().iter().enumerate() {
        converted.path[index + 1] = coordinates(*landing);
        if chosen.is_capture() {
            let middle = |a: usize, b: usize| (a + b) / 2;
            let row = middle(from.row(), landing.row());
            let taken = Square::at(row, middle(from.column(), landing.column()));
            converted.jumps += 1;
            converted.taken[index] = taken.map(coordinates).unwrap_or_default();
            converted.taken_pieces[index] =
                piece_code(taken.and_then(|at| before.board().piece(at)));
        }
        from = *landing;
    }
    converted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(number: u32) -> Coordinates {
        coordinates(Square::new(number).unwrap())
    }

    #[test]
    fn squares_are_where_checkerboard_has_them() {
        let places = [(1, 6, 0), (4, 0, 0), (5, 7, 1), (8, 1, 1), (32, 1, 7)];
        for (number, x, y) in places {
            assert_eq!(at(number), Coordinates { x, y }, "{number}");
        }
    }

    #[test]
    fn a_position_survives_conversion_to_a_board_and_back() {
        for fen in [
            "B:W21-32:B1-12",
            "W:WK1,22,K32:B3,K17",
            "B:W:BK4",
            "W:W5:B28",
        ] {
            let expected = Position::from_fen(fen).unwrap();
            let color = side_code(expected.side());
            assert_eq!(position(&board(&expected), color), Ok(expected), "{fen}");
        }
        let start = board(&Position::START);
        assert_eq!((start[0][0], start[1][7]), (BLACK | MAN, WHITE | MAN));
    }

    #[test]
    fn invalid_boards_and_colors_are_rejected_with_a_reason() {
        let start = board(&Position::START);
        let error_with = |x: usize, y: usize, code| {
            let mut board = start;
            board[x][y] = code;
            position(&board, BLACK).unwrap_err()
        };
        for code in [-1, 1, 2, 3, 4, 7, 8, 11, 12, 16, c_int::MAX, c_int::MIN] {
            assert_eq!(
                error_with(0, 0, code),
                format!("column 0, row 0: no piece has the code {code}")
            );
        }
        assert_eq!(error_with(1, 0, 6), "column 1, row 0 is a light square");
        assert_eq!(error_with(1, 7, 6), "the man on 32 is on its king row");
        for color in [0, 3, -1, c_int::MAX] {
            assert!(
                position(&start, color)
                    .unwrap_err()
                    .contains("is not a color")
            );
        }
    }

    #[test]
    fn a_capture_lists_landings_and_taken_pieces_in_the_order_of_the_jumps() {
        let before = Position::from_fen("W:W30:BK25,18").unwrap();
        let chosen = before.parse_move("30x21").unwrap();
        assert_eq!(cb_move(&before, &chosen).taken_pieces[0], BLACK | KING);

        let before = Position::from_fen("B:W8,K16,24:B3").unwrap();
        let chosen = before.parse_move("3x28").unwrap();
        let converted = cb_move(&before, &chosen);
        assert_eq!(
            (converted.jumps, converted.old_piece, converted.new_piece),
            (3, 6, 6)
        );
        assert_eq!((converted.from, converted.to), (at(3), at(28)));
        assert_eq!(converted.path[1..4], [at(12), at(19), at(28)]);
        assert_eq!(converted.taken[..3], [at(8), at(16), at(24)]);
        assert_eq!(converted.taken_pieces[..4], [5, 9, 5, 0]);
    }

    #[test]
    fn a_man_that_is_crowned_is_a_king_after_the_move() {
        let before = Position::from_fen("B:W1:B27").unwrap();
        let chosen = before.parse_move("27-32").unwrap();
        let converted = cb_move(&before, &chosen);
        assert_eq!(
            (converted.old_piece, converted.new_piece, converted.jumps),
            (6, 10, 0)
        );
        assert_eq!(converted.path[1], at(32));
    }
}
