//! Perft: counts all sequences of legal choices, which is the usual test of a move generator.

use crate::{position::Position, throw::Throw};
use std::collections::BTreeSet;

/// Counts the sequences of legal choices over `throws` throws. Adds up the counts for all 36 ways
/// in which the dice of each throw can fall. After a triktrak or a double, the same player throws
/// again. A throw counts as one sequence if none of its numbers can be played, and so does the end
/// of the game.
///
/// ```
/// assert_eq!(triktrak::perft(&triktrak::Position::default(), 1), 3518);
/// ```
pub fn perft(position: &Position, throws: u32) -> u64 {
    if throws == 0 || position.is_won() {
        return 1;
    }
    Throw::all()
        .map(|throw| count_sequences(position, throw, &throw.numbers(), throws))
        .sum()
}

fn count_sequences(position: &Position, throw: Throw, numbers: &[u8], throws: u32) -> u64 {
    let choices = position.choices(numbers);
    if choices.is_empty() || position.is_won() {
        return if throw.throws_again() || position.is_won() {
            perft(position, throws - 1)
        } else {
            perft(&position.swapped(), throws - 1)
        };
    }
    choices
        .iter()
        .map(|choice| count_sequences(&choice.after, throw, &numbers[1..], throws))
        .sum()
}

/// Returns the distinct positions to which playing `numbers` can lead, from the point of view of
/// the player who plays them.
pub fn reachable_positions(position: &Position, numbers: &[u8]) -> BTreeSet<Position> {
    let choices = position.choices(numbers);
    if choices.is_empty() {
        return BTreeSet::from([*position]);
    }
    choices
        .iter()
        .flat_map(|choice| reachable_positions(&choice.after, &numbers[1..]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected counts come from a second program. It was written in a different language, from
    /// the rules alone.
    #[test]
    fn perft_matches_an_independent_program() {
        assert_eq!(perft(&Position::default(), 1), 3518);
        let mut men = [[0; 26]; 2];
        for (at, count) in [(25, 1), (13, 2), (8, 3), (6, 5), (4, 2), (2, 2)] {
            men[0][at] = count;
        }
        for (at, count) in [(24, 2), (20, 1), (13, 3), (9, 1), (7, 3), (5, 2), (4, 3)] {
            men[1][at] = count;
        }
        let position = Position::new(men[0], men[1]).expect("a valid position");
        assert_eq!(perft(&position, 1), 14971);
    }

    #[test]
    fn reachable_positions_are_distinct() {
        let triktrak = Throw::new(1, 2).expect("dice");
        let positions = reachable_positions(&Position::default(), &triktrak.numbers());
        let sequences = count_sequences(&Position::default(), triktrak, &triktrak.numbers(), 1);
        assert!(positions.len() > 10 && positions.len() as u64 * 2 < sequences);
    }
}
