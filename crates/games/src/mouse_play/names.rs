//! The names that the sides have on the screen.

use checkers::Side;

/// Returns the name that a side has on the screen, which is the color of its pieces there.
pub fn side_name(side: Side, color: bool) -> &'static str {
    match side {
        Side::Black if color => "Red",
        Side::Black => "Black",
        Side::White => "White",
    }
}
