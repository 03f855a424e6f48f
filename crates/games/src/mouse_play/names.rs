//! The names of the sides, as the screen shows them.

use checkers::Side;

/// Returns the name of a side: the color of its pieces on the screen. `color` is true if the TV
/// type switch is set to color.
pub fn side_name(side: Side, color: bool) -> &'static str {
    match side {
        Side::Black if color => "Red",
        Side::Black => "Black",
        Side::White => "White",
    }
}
