//! The openings of a match.

use checkers::{Game, Position, Variant};
use headless::{error::Error, output::read_text};
use std::{collections::HashSet, path::Path};

/// The three-move openings of checkers after which neither side is far ahead; the comment at the
/// top of the file gives the limit.
const CHECKERS_OPENINGS: &str = include_str!("../../data/openings.txt");
/// The three-move openings of giveaway, chosen in the same way.
const GIVEAWAY_OPENINGS: &str = include_str!("../../data/openings-giveaway.txt");

/// A list of openings that lead to different positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Openings(Vec<Game>);

impl Openings {
    /// Returns the built-in list.
    ///
    /// # Errors
    /// Only if the built-in list is damaged.
    pub fn bundled(variant: Variant) -> Result<Openings, Error> {
        let text = match variant {
            Variant::Checkers => CHECKERS_OPENINGS,
            Variant::Giveaway => GIVEAWAY_OPENINGS,
        };
        Openings::parse(text, variant, "the built-in list of openings")
    }

    /// Reads a list from a file.
    ///
    /// # Errors
    /// [`Error::Read`], or an [`Error::Usage`] that names the line with the error.
    pub fn read(path: &Path, variant: Variant) -> Result<Openings, Error> {
        let text = read_text(path)?;
        Openings::parse(&text, variant, &path.display().to_string())
    }

    /// Parses a list: one opening per line, as moves or as FEN; `#` starts a comment. Skips an
    /// opening if an earlier one leads to the same position.
    fn parse(text: &str, variant: Variant, name: &str) -> Result<Openings, Error> {
        let mut seen: HashSet<Position> = HashSet::new();
        let mut games = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let game = parse_opening(line, variant)
                .map_err(|error| Error::Usage(format!("{name}, line {number}: {error}")))?;
            if seen.insert(*game.position()) {
                games.push(game);
            }
        }
        if games.is_empty() {
            Err(Error::Usage(format!("{name} contains no opening")))
        } else {
            Ok(Openings(games))
        }
    }

    /// Returns the number of openings.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the list in a random order that depends only on the seed.
    pub fn shuffled(&self, seed: u64) -> Vec<Game> {
        let mut games = self.0.clone();
        let mut random = seed;
        for last in (1..games.len()).rev() {
            random = splitmix64(random);
            games.swap(last, (random % (last as u64 + 1)) as usize);
        }
        games
    }
}

fn parse_opening(line: &str, variant: Variant) -> Result<Game, checkers::CheckersError> {
    if line.contains(':') {
        let position = Position::from_fen(line)?;
        return Ok(Game::from_position(variant, position));
    }
    let mut game = Game::new(variant);
    for text in line.split_whitespace() {
        let chosen = game.position().parse_move(text)?;
        game.play(chosen);
    }
    Ok(game)
}

/// Returns the random number that the generator SplitMix64 computes from `state`.
pub(super) fn splitmix64(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_lists_are_enough_for_100_games() {
        for variant in [Variant::Checkers, Variant::Giveaway] {
            let openings = Openings::bundled(variant).expect("the list is valid");
            assert!(openings.count() >= 50, "{variant:?}: {}", openings.count());
            let mut positions = openings.shuffled(7);
            assert_ne!(positions, openings.0);
            positions.sort_by_key(|game| game.position().to_fen());
            positions.dedup_by_key(|game| *game.position());
            assert_eq!(positions.len(), openings.count());
        }
    }

    #[test]
    fn an_error_names_the_line() {
        let error = Openings::parse("11-15\n\n9-14 9-14 # oops\n", Variant::Checkers, "my list");
        let text = error.unwrap_err().to_string();
        assert_eq!(text, "my list, line 3: there is no piece on 9");
    }
}
