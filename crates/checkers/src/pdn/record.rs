//! A game with its tags and comments.

use crate::{
    game::{Game, Outcome},
    square::Side,
};
use std::collections::BTreeMap;

/// One game with its tags and comments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The tags' names and values, in order. `Result`, `GameType`, `Variant`, `SetUp` and `FEN` are
    /// not among them, because they are derived from the game.
    pub tags: Vec<(String, String)>,
    /// The start position, the moves and the result.
    pub game: Game,
    /// The comments, keyed by the number of moves before each one.
    pub comments: BTreeMap<usize, String>,
}

impl Record {
    /// Creates a record without tags and comments.
    pub fn new(game: Game) -> Record {
        Record {
            tags: Vec::new(),
            game,
            comments: BTreeMap::new(),
        }
    }

    /// Returns the value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let mut tags = self.tags.iter();
        tags.find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    }

    /// Sets a tag. An existing tag keeps its place in the order.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|(key, _)| key == name) {
            Some(tag) => tag.1 = value.to_string(),
            None => self.tags.push((name.to_string(), value.to_string())),
        }
    }
}

/// The tags that are derived from the game.
pub(super) const DERIVED_TAGS: [&str; 5] = ["Result", "GameType", "Variant", "SetUp", "FEN"];

/// The text of each result, with White's points first.
pub(super) const RESULTS: [(&str, Outcome); 4] = [
    ("1-0", Outcome::Won(Side::White)),
    ("0-1", Outcome::Won(Side::Black)),
    ("1/2-1/2", Outcome::Draw),
    ("*", Outcome::Open),
];

/// Returns a result as text, with White's points first: `1-0`, `0-1`, `1/2-1/2`, or `*` for a game
/// in progress.
pub fn result_text(outcome: Outcome) -> &'static str {
    let mut results = RESULTS.iter();
    results
        .find(|(_, result)| *result == outcome)
        .map_or("*", |(text, _)| text)
}
