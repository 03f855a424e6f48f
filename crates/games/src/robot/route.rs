//! Finds the cursor's routes over the board. The cursor moves diagonally from dark square to dark
//! square.

use checkers::{Side, Square};
use vcs::input::Joystick;

/// A diagonal direction of the joystick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Push {
    up: bool,
    right: bool,
}

impl Push {
    /// Returns the joystick, pushed in this direction.
    pub fn joystick(self) -> Joystick {
        Joystick {
            up: self.up,
            down: !self.up,
            right: self.right,
            left: !self.right,
            fire: false,
        }
    }
}

/// Returns a square's column and row on the screen, numbered from 0 at the bottom left. `bottom` is
/// the side whose home row is at the bottom.
fn screen_position(square: Square, bottom: Side) -> (i32, i32) {
    let (x, y) = (square.column() as i32, square.row() as i32);
    match bottom {
        Side::Black => (7 - x, y),
        Side::White => (x, 7 - y),
    }
}

/// Returns the joystick direction that leads from one square toward another; `None` if the squares
/// are the same or not on the same diagonal.
pub fn diagonal(from: Square, to: Square, bottom: Side) -> Option<Push> {
    let ((x, y), (to_x, to_y)) = (screen_position(from, bottom), screen_position(to, bottom));
    let (right, up) = (to_x - x, to_y - y);
    (right != 0 && right.abs() == up.abs()).then_some(Push {
        up: up > 0,
        right: right > 0,
    })
}

/// Returns the joystick direction of the first step on a shortest route between two squares; `None`
/// if the squares are the same.
pub fn first_push(from: Square, to: Square, bottom: Side) -> Option<Push> {
    let next = neighbors(from).min_by_key(|square| distance(*square, to))?;
    (from != to).then(|| diagonal(from, next, bottom))?
}

/// Returns the number of steps that the cursor needs to get from one square to another.
pub fn distance(from: Square, to: Square) -> usize {
    let mut reached = 1_u32 << from.index();
    let mut steps = 0;
    while reached >> to.index() & 1 == 0 {
        let squares = Square::all().filter(|square| reached >> square.index() & 1 != 0);
        let next = squares.flat_map(neighbors);
        reached = next.fold(reached, |bits, square| bits | 1 << square.index());
        steps += 1;
    }
    steps
}

fn neighbors(square: Square) -> impl Iterator<Item = Square> {
    let (row, column) = (square.row(), square.column());
    [(0, 0), (0, 2), (2, 0), (2, 2)]
        .into_iter()
        .filter_map(move |(down, right)| {
            Square::at(
                (row + down).checked_sub(1)?,
                (column + right).checked_sub(1)?,
            )
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(number: u32) -> Square {
        Square::new(number).expect("is on the board")
    }

    #[test]
    fn with_black_at_the_bottom_square_1_is_bottom_right() {
        assert_eq!(screen_position(square(1), Side::Black), (6, 0));
        assert_eq!(screen_position(square(32), Side::Black), (1, 7));
        assert_eq!(screen_position(square(1), Side::White), (1, 7));
    }

    #[test]
    fn eleven_to_fifteen_is_up_and_right_for_black() {
        let push = diagonal(square(11), square(15), Side::Black).expect("is a diagonal");
        let stick = push.joystick();
        assert!(stick.up && stick.right && !stick.down && !stick.left);
        assert_eq!(diagonal(square(11), square(14), Side::Black), None);
    }

    #[test]
    fn routes_are_as_short_as_the_board_allows() {
        assert_eq!(distance(square(1), square(32)), 7);
        assert_eq!(distance(square(4), square(29)), 7);
        assert_eq!(distance(square(1), square(2)), 2);
        for (from, to) in Square::all().flat_map(|a| Square::all().map(move |b| (a, b))) {
            assert!(distance(from, to) <= 7, "{from} to {to}");
            assert_eq!(first_push(from, to, Side::White).is_none(), from == to);
        }
    }
}
