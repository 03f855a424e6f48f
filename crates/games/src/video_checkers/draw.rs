//! The rule by which the computer accepts a draw. The cartridge itself has no such rule.

use checkers::{Game, Side, Variant};

/// Number of occurrences of the current position at which the computer accepts a draw even if it is
/// ahead.
pub(super) const REPETITIONS: usize = 3;
/// Number of plies after which the computer accepts a draw unless it is ahead.
const MIN_DRAW_PLIES: usize = 40;

/// Returns true if the computer accepts a draw. `computer` is the side that the computer plays. It
/// accepts if the current position has occurred three times, or if 40 plies have been played and
/// the computer is not ahead. In giveaway, the side with less material is ahead.
pub fn accepts_draw(game: &Game, computer: Side) -> bool {
    let material = |side| {
        let (men, kings) = game.position().board().men_and_kings(side);
        (2 * men + 3 * kings) as i32
    };
    let lead = material(computer) - material(computer.other());
    let lead = match game.variant() {
        Variant::Checkers => lead,
        Variant::Giveaway => -lead,
    };
    game.repetitions() >= REPETITIONS || lead <= 0 && game.moves().len() >= MIN_DRAW_PLIES
}
