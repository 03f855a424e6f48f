//! Names of the sides on screen.

use checkers::Side;

/// Returns the name of a side on screen, by the color of its pieces.
pub fn side_name(side: Side, color: bool) -> &'static str {
    match side {
        Side::Black if color => "Red",
        Side::Black => "Black",
        Side::White => "White",
    }
}
