//! Writes game records.

use super::{Record, result_text};
use crate::{board::Position, game::Variant, notation::MoveStyle};

/// Maximum number of characters in a line of moves, as defined by the PDN standard.
const MAX_LINE_CHARS: usize = 79;

impl Record {
    /// Returns the record as PDN. The text ends with one line feed; no blank line follows.
    pub fn to_pdn(&self, style: MoveStyle) -> String {
        let mut text = String::new();
        for (name, value) in self.tags.iter().chain(&self.derived_tags()) {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            let value = value.replace(['\n', '\r'], " ");
            text.push_str(&format!("[{name} \"{value}\"]\n"));
        }
        text.push('\n');
        text.push_str(&wrapped(&self.words(style)));
        text
    }

    /// Returns the tags that are derived from the game.
    fn derived_tags(&self) -> Vec<(String, String)> {
        let tag = |name: &str, value: &str| (name.to_string(), value.to_string());
        let mut tags = vec![
            tag("Result", result_text(self.game.outcome())),
            tag("GameType", "21"),
        ];
        if self.game.variant() == Variant::Giveaway {
            tags.push(tag("Variant", "Giveaway"));
        }
        if *self.game.start() != Position::START {
            tags.push(tag("SetUp", "1"));
            tags.push(tag("FEN", &self.game.start().to_fen()));
        }
        tags
    }

    /// Returns the words of the comments, the moves with their numbers, and the result. A line may
    /// be broken after any of them.
    fn words(&self, style: MoveStyle) -> Vec<String> {
        let mut words = self.comment(0);
        let positions = self.game.positions();
        for (ply, chosen) in self.game.moves().iter().enumerate() {
            let text = positions[ply].move_text(chosen, style);
            // A game in which White moves first also begins with "1.", not with "1...", because
            // some programs would read the number after "1..." as a move.
            words.push(match ply % 2 {
                0 => format!("{}. {text}", ply / 2 + 1),
                _ => text,
            });
            words.extend(self.comment(ply + 1));
        }
        words.push(result_text(self.game.outcome()).to_string());
        words
    }

    /// Returns the words of a comment, in braces.
    fn comment(&self, ply: usize) -> Vec<String> {
        let Some(comment) = self.comments.get(&ply) else {
            return Vec::new();
        };
        let safe = comment.replace('{', "(").replace('}', ")");
        let braced = format!(
            "{{{}}}",
            safe.split_whitespace().collect::<Vec<_>>().join(" ")
        );
        braced.split(' ').map(str::to_string).collect()
    }
}

/// Wraps words into lines.
fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > MAX_LINE_CHARS {
            text.push('\n');
            column = 0;
        }
        if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, pdn};

    #[test]
    fn a_record_is_written_with_its_tags_comments_and_result() {
        let mut record = Record::new(Game::new(Variant::Giveaway));
        record.set_tag("Event", "Say \"hello\"");
        for text in ["11-15", "22-18", "15x22"] {
            let chosen = record.game.position().parse_move(text).unwrap();
            record.game.play(chosen);
        }
        record.comments.insert(2, "a  \n{gift}".to_string());
        let text = record.to_pdn(MoveStyle::Short);
        let expected = "[Event \"Say \\\"hello\\\"\"]\n[Result \"*\"]\n[GameType \"21\"]\n\
            [Variant \"Giveaway\"]\n\n1. 11-15 22-18 {a (gift)} 2. 15x22 *\n";
        assert_eq!(text, expected);
        let again = pdn::read(&text).expect("the PDN is valid");
        assert_eq!(again[0].to_pdn(MoveStyle::Short), text);
    }

    #[test]
    fn move_numbers_start_at_one_even_if_white_moves_first() {
        let start = Position::from_fen("W:W18:BK5").unwrap();
        let mut record = Record::new(Game::from_position(Variant::Checkers, start));
        for text in ["18-14", "5-1"] {
            let chosen = record.game.position().parse_move(text).unwrap();
            record.game.play(chosen);
        }
        let text = record.to_pdn(MoveStyle::Long);
        assert!(
            text.contains("[SetUp \"1\"]\n[FEN \"W:W18:BK5\"]\n"),
            "{text}"
        );
        assert!(text.ends_with("\n\n1. 18-14 5-1 *\n"), "{text}");
    }

    #[test]
    fn no_line_is_longer_than_the_standard_allows() {
        let words: Vec<String> = (0..200).map(|n| n.to_string()).collect();
        let text = wrapped(&words);
        assert!(
            text.lines()
                .all(|line| line.chars().count() <= MAX_LINE_CHARS)
        );
        assert_eq!(text.split_whitespace().count(), words.len());
    }
}
