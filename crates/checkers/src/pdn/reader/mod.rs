//! Reads game records.

use super::{
    cursor::{Cursor, TextPosition},
    record::{DERIVED_TAGS, RESULTS, Record},
};
use crate::{
    board::Position,
    error::CheckersError,
    fen,
    game::{Game, Outcome, Variant},
};
use std::collections::BTreeMap;

/// Reads all games in a text.
///
/// # Errors
/// Returns [`CheckersError::Syntax`] at the first syntax error or illegal move.
pub fn read(text: &str) -> Result<Vec<Record>, CheckersError> {
    Records::new(text).collect()
}

/// Iterates over the games in a text. After an error, the iteration continues at the next line that
/// begins with an `Event` tag.
#[derive(Debug, Clone)]
pub struct Records<'a> {
    cursor: Cursor<'a>,
}

impl<'a> Records<'a> {
    /// Creates an iterator that starts at the beginning of a text.
    pub fn new(text: &'a str) -> Records<'a> {
        Records {
            cursor: Cursor::new(text),
        }
    }

    /// Skips to the next line that begins a game.
    fn recover(&mut self) {
        loop {
            self.cursor.take_line();
            if self.cursor.next().is_none() || self.cursor.rest().starts_with("[Event ") {
                return;
            }
        }
    }
}

impl Iterator for Records<'_> {
    type Item = Result<Record, CheckersError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.cursor.skip_blanks();
        self.cursor.peek()?;
        let record = Reader::new(&mut self.cursor).read_record();
        if record.is_err() {
            self.recover();
        }
        Some(record)
    }
}

/// Reads one game.
struct Reader<'c, 'a> {
    cursor: &'c mut Cursor<'a>,
    comments: BTreeMap<usize, String>,
    tags: Vec<Tag>,
}

struct Tag {
    name: String,
    value: String,
    /// The position where the value begins.
    position: TextPosition,
}

impl<'c, 'a> Reader<'c, 'a> {
    fn new(cursor: &'c mut Cursor<'a>) -> Self {
        Reader {
            cursor,
            comments: BTreeMap::new(),
            tags: Vec::new(),
        }
    }

    fn read_record(mut self) -> Result<Record, CheckersError> {
        self.read_comments(0)?;
        while self.cursor.peek() == Some('[') {
            let tag = self.read_tag()?;
            self.tags.push(tag);
            self.read_comments(0)?;
        }
        let mut game = self.game_from_tags()?;
        let result = self.read_moves(&mut game)?.unwrap_or(Outcome::Open);
        if game.outcome_on_board() != result {
            game.end(result);
        }
        let is_kept = |tag: &Tag| !DERIVED_TAGS.contains(&tag.name.as_str());
        let tags = self.tags.into_iter().filter(is_kept);
        Ok(Record {
            tags: tags.map(|tag| (tag.name, tag.value)).collect(),
            game,
            comments: self.comments,
        })
    }

    /// Parses `[Name "value"]`. In the value, a backslash precedes each quote and each backslash.
    fn read_tag(&mut self) -> Result<Tag, CheckersError> {
        self.cursor.eat('[');
        self.cursor.skip_blanks();
        let name = self.cursor.take_while(|c| c.is_alphanumeric() || c == '_');
        if name.is_empty() {
            return Err(self.cursor.error("the name of a tag"));
        }
        self.cursor.skip_blanks();
        if !self.cursor.eat('"') {
            return Err(self.cursor.error("the value of the tag in quotes"));
        }
        let position = self.cursor.position();
        let value = self.read_quoted()?;
        self.cursor.skip_blanks();
        if !self.cursor.eat(']') {
            return Err(self.cursor.error("] at the end of the tag"));
        }
        let name = name.to_string();
        Ok(Tag {
            name,
            value,
            position,
        })
    }

    /// Returns the rest of a quoted text, which must end on the same line. Replaces carriage
    /// returns with spaces, as the writer does.
    fn read_quoted(&mut self) -> Result<String, CheckersError> {
        let mut value = String::new();
        loop {
            match self.cursor.peek() {
                Some('"') => break,
                Some('\\') => {
                    self.cursor.next();
                }
                Some('\n') | None => return Err(self.cursor.error("a closing quote")),
                Some(_) => {}
            }
            match self.cursor.peek() {
                Some('\n') | None => return Err(self.cursor.error("a closing quote")),
                Some('\r') => value.push(' '),
                Some(c) => value.push(c),
            }
            self.cursor.next();
        }
        self.cursor.next();
        Ok(value)
    }

    /// Creates the game that the tags describe, before any moves.
    fn game_from_tags(&self) -> Result<Game, CheckersError> {
        let tag = |name: &str| self.tags.iter().find(|tag| tag.name == name);
        if let Some(tag) = tag("GameType") {
            let number = tag.value.split(',').next().unwrap_or_default().trim();
            if number != "21" {
                let expected = "game type 21 (English draughts, American checkers)";
                return Err(tag.position.error(expected, &tag.value));
            }
        }
        let variant = match tag("Variant") {
            None => Variant::Checkers,
            Some(tag) if tag.value.eq_ignore_ascii_case("giveaway") => Variant::Giveaway,
            Some(tag) if tag.value.eq_ignore_ascii_case("checkers") => Variant::Checkers,
            Some(tag) => return Err(tag.position.error("Checkers or Giveaway", &tag.value)),
        };
        let position = tag("FEN").map_or(Ok(Position::START), position_from_tag)?;
        Ok(Game::from_position(variant, position))
    }

    /// Reads and plays moves until it finds a result, the tags of the next game, or the end of the
    /// text. Returns the result after the moves or, if there is none, the result in the `Result`
    /// tag; `None` if both are missing.
    fn read_moves(&mut self, game: &mut Game) -> Result<Option<Outcome>, CheckersError> {
        loop {
            self.read_comments(game.moves().len())?;
            match self.cursor.peek() {
                None | Some('[') => return Ok(self.result_tag()),
                Some('(') => self.skip_variation()?,
                Some('$') => self.skip_annotation()?,
                Some('!' | '?') => {
                    self.cursor.next();
                }
                Some(c) if c.is_ascii_digit() || c == '*' || c == '.' => {
                    if let Some(result) = self.read_word(game)? {
                        return Ok(Some(result));
                    }
                }
                Some(_) => return Err(self.cursor.error("a move, a comment or a result")),
            }
        }
    }

    /// Returns the result in the `Result` tag, for games whose moves end without a result.
    fn result_tag(&self) -> Option<Outcome> {
        let tag = self.tags.iter().find(|tag| tag.name == "Result")?;
        parse_outcome(&tag.value)
    }

    /// Reads one word: a move number, a move, or a result. If it is a move, plays it in `game`; if
    /// it is a result, returns it.
    fn read_word(&mut self, game: &mut Game) -> Result<Option<Outcome>, CheckersError> {
        let word_position = self.cursor.position();
        let word = self
            .cursor
            .take_while(|c| c.is_ascii_digit() || "-x:X/*.".contains(c));
        if let Some(result) = parse_outcome(word) {
            return Ok(Some(result));
        }
        let text = word.trim_end_matches('*');
        let is_number = |t: &str| t.chars().all(|c| c.is_ascii_digit() || c == '.');
        let (number, text) = text.rsplit_once('.').unwrap_or(("", text));
        if text.is_empty() && is_number(number) {
            return Ok(None);
        }
        let legal = game.position().parse_move(text);
        let chosen = legal.map_err(|error| {
            let side = game.position().side();
            word_position.error(format!("a legal move of {side} ({error})"), word)
        })?;
        if !is_number(number) {
            return Err(word_position.error("a move number, a period and a move", word));
        }
        game.play(chosen);
        Ok(None)
    }

    /// Reads comments, in braces or after a semicolon, and stores them under `ply`, the number of
    /// moves that precede them.
    fn read_comments(&mut self, ply: usize) -> Result<(), CheckersError> {
        loop {
            self.cursor.skip_blanks();
            let text = match self.cursor.peek() {
                Some('{') => self.read_braced_comment()?,
                Some(';') => {
                    self.cursor.next();
                    self.cursor.take_line()
                }
                _ => return Ok(()),
            };
            let words: Vec<&str> = text.split_whitespace().collect();
            if words.is_empty() {
                continue;
            }
            let comment = self.comments.entry(ply).or_default();
            if !comment.is_empty() {
                comment.push(' ');
            }
            comment.push_str(&words.join(" "));
        }
    }

    fn read_braced_comment(&mut self) -> Result<&'a str, CheckersError> {
        let start = self.cursor.clone();
        self.cursor.next();
        let text = self.cursor.take_while(|c| c != '}');
        if !self.cursor.eat('}') {
            return Err(start.error("a comment that is closed by }"));
        }
        Ok(text)
    }

    /// Skips a variation and its contents.
    fn skip_variation(&mut self) -> Result<(), CheckersError> {
        let start = self.cursor.clone();
        let mut depth = 0_usize;
        loop {
            match self.cursor.peek() {
                Some('{') => {
                    self.read_braced_comment()?;
                    continue;
                }
                Some(';') => {
                    self.cursor.take_line();
                }
                Some('(') => depth += 1,
                Some(')') => depth -= 1,
                None => return Err(start.error("a variation that is closed by )")),
                Some(_) => {}
            }
            self.cursor.next();
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// Skips `$` and a number.
    fn skip_annotation(&mut self) -> Result<(), CheckersError> {
        self.cursor.eat('$');
        let number = self.cursor.take_while(|c| c.is_ascii_digit());
        if number.is_empty() {
            return Err(self.cursor.error("the number of an annotation after $"));
        }
        Ok(())
    }
}

/// Returns the position that a FEN tag describes.
fn position_from_tag(tag: &Tag) -> Result<Position, CheckersError> {
    fen::parse(&tag.value).map_err(|fault| CheckersError::Syntax {
        line: tag.position.line,
        column: tag.position.column + fault.offset,
        expected: fault.expected.to_string(),
        found: fen::describe_text_at(&tag.value, fault.offset),
    })
}

/// Parses a result in the standard form, or as points (such as `2-0`), which some programs write.
fn parse_outcome(text: &str) -> Option<Outcome> {
    let text = match text {
        "2-0" => "1-0",
        "0-2" => "0-1",
        "1-1" => "1/2-1/2",
        other => other,
    };
    let mut results = RESULTS.iter();
    results
        .find(|(written, _)| *written == text)
        .map(|(_, outcome)| *outcome)
}

#[cfg(test)]
mod tests;
