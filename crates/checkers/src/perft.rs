//! Perft: counts the move sequences of a given length, which is the usual test of a move generator.

use crate::board::Position;

/// Returns the number of sequences of `depth` legal moves from a position.
///
/// ```
/// assert_eq!(checkers::perft(&checkers::Position::START, 5), 7361);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .iter()
        .map(|chosen| perft(&position.play(chosen), depth - 1))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published counts from the start position for depths 1 to 10.
    const COUNTS: [u64; 10] = [
        7, 49, 302, 1469, 7361, 36768, 179_740, 845_931, 3_963_680, 18_391_564,
    ];

    #[test]
    fn the_counts_match_the_published_ones() {
        for (depth, &count) in (1..).zip(&COUNTS) {
            assert_eq!(perft(&Position::START, depth), count, "depth {depth}");
        }
    }
}
