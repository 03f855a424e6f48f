//! The rule by which the computer accepts a draw. The cartridge itself has no such rule.

use checkers::{Game, Side, Variant};

/// If a position has occurred this many times, the computer always accepts a draw.
pub(super) const REPETITIONS: usize = 3;
/// Number of plies after which a computer that is not ahead accepts a draw.
const OFFER_PLIES: usize = 40;

/// Returns whether the computer, playing this side, accepts a draw. It does if the position has
/// occurred three times, or if 40 plies have been played and the computer is not ahead. In
/// giveaway, the side with less material is ahead.
pub fn accepts_draw(game: &Game, computer: Side) -> bool {
    let worth = |side| {
        let (men, kings) = game.position().board().count(side);
        (2 * men + 3 * kings) as i32
    };
    let ahead = worth(computer) - worth(computer.other());
    let ahead = match game.variant() {
        Variant::Checkers => ahead,
        Variant::Giveaway => -ahead,
    };
    game.repetitions() >= REPETITIONS || ahead <= 0 && game.moves().len() >= OFFER_PLIES
}
