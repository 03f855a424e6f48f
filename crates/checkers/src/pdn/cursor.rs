//! A cursor that moves through a text and tracks its line and column.

use crate::error::CheckersError;

/// A line number and a column number, both starting at 1. A column is one character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TextPosition {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl TextPosition {
    /// Returns a syntax error at this position, which says that the text contains `found` instead
    /// of `expected`.
    pub(super) fn error(self, expected: impl Into<String>, found: &str) -> CheckersError {
        let mut word: String = found.chars().take(30).collect();
        if word.len() < found.len() {
            word.push_str("...");
        }
        CheckersError::Syntax {
            line: self.line,
            column: self.column,
            expected: expected.into(),
            found: match found {
                "" => "the end of the text".to_string(),
                "\n" => "the end of the line".to_string(),
                _ => format!("{word:?}"),
            },
        }
    }
}

/// A cursor in a text.
#[derive(Debug, Clone)]
pub(super) struct Cursor<'a> {
    rest: &'a str,
    position: TextPosition,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Cursor<'a> {
        Cursor {
            rest: text.strip_prefix('\u{feff}').unwrap_or(text),
            position: TextPosition { line: 1, column: 1 },
        }
    }

    pub(super) fn position(&self) -> TextPosition {
        self.position
    }

    pub(super) fn rest(&self) -> &'a str {
        self.rest
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        match c {
            '\n' => {
                self.position.line += 1;
                self.position.column = 1;
            }
            _ => self.position.column += 1,
        }
        Some(c)
    }

    /// If the next character is `wanted`, skips it and returns true.
    pub(super) fn eat(&mut self, wanted: char) -> bool {
        let matched = self.peek() == Some(wanted);
        if matched {
            self.next();
        }
        matched
    }

    /// Skips characters as long as `accepts` accepts them, and returns the skipped text.
    pub(super) fn take_while(&mut self, accepts: impl Fn(char) -> bool) -> &'a str {
        let before = self.rest;
        while self.peek().is_some_and(&accepts) {
            self.next();
        }
        &before[..before.len() - self.rest.len()]
    }

    /// Skips white space and lines that begin with a percent sign.
    pub(super) fn skip_blanks(&mut self) {
        loop {
            self.take_while(char::is_whitespace);
            if self.position.column != 1 || self.peek() != Some('%') {
                return;
            }
            self.take_line();
        }
    }

    /// Skips the rest of the line, and returns it.
    pub(super) fn take_line(&mut self) -> &'a str {
        self.take_while(|c| c != '\n')
    }

    /// Returns the word that begins at the cursor, for error messages.
    pub(super) fn peek_word(&self) -> &'a str {
        if self.rest.starts_with(char::is_whitespace) {
            return &self.rest[..self.peek().map_or(0, char::len_utf8)];
        }
        let mut ends = self.rest.char_indices().skip(1);
        let end = ends.find(|(_, c)| c.is_whitespace() || "[](){};".contains(*c));
        &self.rest[..end.map_or(self.rest.len(), |(at, _)| at)]
    }

    /// Returns a syntax error at the cursor's position.
    pub(super) fn error(&self, expected: impl Into<String>) -> CheckersError {
        self.position.error(expected, self.peek_word())
    }
}
