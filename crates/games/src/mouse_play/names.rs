//! The names of the sides, as the screen shows them.

use checkers::Side;

/// Returns the name of a side. Each side is named after the color that its pieces have on the
/// screen.
pub fn side_name(side: Side, color: bool) -> &'static str {
    match side {
        Side::Black if color => "Red",
        Side::Black => "Black",
        Side::White => "White",
    }
}
