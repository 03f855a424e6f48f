//! Splits a line of a script into words, and reads a command's words.

use super::{Fault, ScriptError};
use std::ops::Range;
use vcs::Hash;

/// A word in a line, without surrounding quotation marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Word<'a> {
    pub text: &'a str,
    /// Byte offset in the line.
    pub offset: usize,
    /// True if the word was in quotation marks. A quotation mark inside such a word is still
    /// doubled in `text`.
    pub quoted: bool,
}

impl Word<'_> {
    /// Returns true if the word is a `;` that separates commands.
    pub fn is_separator(&self) -> bool {
        self.text == ";" && !self.quoted
    }

    /// Returns the text, with each doubled quotation mark replaced by a single one.
    pub fn to_text(self) -> String {
        if self.quoted {
            self.text.replace("\"\"", "\"")
        } else {
            self.text.into()
        }
    }
}

/// Splits a line into words. `;` is a word by itself; `#` starts a comment.
pub(super) fn split(line: &str) -> Result<Vec<Word<'_>>, (usize, Fault)> {
    let mut words = Vec::new();
    let mut offset = 0;
    loop {
        offset += line[offset..].len() - line[offset..].trim_start().len();
        let rest = &line[offset..];
        let (text, length) = match rest.chars().next() {
            None | Some('#') => return Ok(words),
            Some(';') => (&rest[..1], 1),
            Some('"') => {
                let inner = inner_length(&rest[1..]).ok_or((offset, Fault::UnclosedQuote))?;
                (&rest[1..=inner], inner + 2)
            }
            Some(_) => {
                let end = rest.find(|c: char| c == ';' || c.is_whitespace());
                let length = end.unwrap_or(rest.len());
                (&rest[..length], length)
            }
        };
        words.push(Word {
            text,
            offset,
            quoted: rest.starts_with('"'),
        });
        offset += length;
    }
}

/// Returns the length of a quoted word in bytes, without its quotation marks; `None` if the closing
/// quotation mark is missing. `text` begins after the opening quotation mark. A doubled quotation
/// mark does not close the word.
fn inner_length(text: &str) -> Option<usize> {
    let mut from = 0;
    loop {
        let quote = from + text[from..].find('"')?;
        if !text[quote + 1..].starts_with('"') {
            return Some(quote);
        }
        from = quote + 2;
    }
}

/// A reader that returns the words of one command one by one.
#[derive(Clone)]
pub(super) struct Words<'a> {
    line: &'a str,
    line_number: usize,
    words: &'a [Word<'a>],
    /// Byte offset of the end of the last word. If a word is missing, the error points here.
    end: usize,
}

impl<'a> Words<'a> {
    pub fn new(line: &'a str, line_number: usize, words: &'a [Word<'a>]) -> Words<'a> {
        let last = words.last().map_or(0, |word| word.offset + word.text.len());
        Words {
            line,
            line_number,
            words,
            end: last,
        }
    }

    pub fn line_number(&self) -> usize {
        self.line_number
    }

    /// Returns the next word without consuming it; an empty word if none is left.
    pub fn peek(&self) -> Word<'a> {
        self.words.first().copied().unwrap_or(Word {
            text: "",
            offset: self.end,
            quoted: false,
        })
    }

    pub fn next_word(&mut self) -> Word<'a> {
        let word = self.peek();
        self.words = self.words.get(1..).unwrap_or_default();
        word
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns the number of remaining words.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// If the next word is `text`, reads it and returns true.
    pub fn accept(&mut self, text: &str) -> bool {
        let found = !self.is_empty() && self.peek().text == text;
        if found {
            self.next_word();
        }
        found
    }

    /// Returns the byte range of the remaining words in the line.
    pub fn rest(&self) -> Range<usize> {
        self.peek().offset..self.end
    }

    /// Reads a word, and returns its value in `choices`. The word must be one of them.
    pub fn choice<T: Copy>(&mut self, choices: &[(&str, T)]) -> Result<T, ScriptError> {
        let word = self.next_word();
        let found = choices.iter().find(|(name, _)| *name == word.text);
        found.map(|(_, value)| *value).ok_or_else(|| {
            let names: Vec<_> = choices
                .iter()
                .map(|(name, _)| format!("`{name}`"))
                .collect();
            self.expected(word, &names.join(" or "))
        })
    }

    /// Reads a number up to `max`: decimal, `$` hexadecimal or `%` binary.
    pub fn number(&mut self, what: &str, max: u64) -> Result<u64, ScriptError> {
        let word = self.next_word();
        number(word.text)
            .filter(|number| *number <= max)
            .ok_or_else(|| self.expected(word, &format!("{what}, a number up to {max}")))
    }

    /// Reads a hash. Returns `None` for `?`, which means that no hash has been recorded yet.
    pub fn hash(&mut self) -> Result<Option<Hash>, ScriptError> {
        let word = self.next_word();
        match (word.text, word.text.parse()) {
            ("?", _) => Ok(None),
            (_, Ok(hash)) => Ok(Some(hash)),
            _ => Err(self.expected(word, "a hash of 16 hexadecimal digits, or `?`")),
        }
    }

    /// Checks that no word is left.
    pub fn finish(&self) -> Result<(), ScriptError> {
        match self.words {
            [] => Ok(()),
            [word, ..] => Err(self.error(*word, Fault::ExtraWord(word.text.into()))),
        }
    }

    pub fn expected(&self, word: Word, wanted: &str) -> ScriptError {
        let (wanted, found) = (wanted.into(), word.text.into());
        self.error(word, Fault::Expected { wanted, found })
    }

    pub fn error(&self, word: Word, fault: Fault) -> ScriptError {
        error_at(self.line, self.line_number, word.offset, fault)
    }
}

/// Creates an error that points to the column at a byte offset in a line.
pub(super) fn error_at(line: &str, line_number: usize, offset: usize, fault: Fault) -> ScriptError {
    let column = line[..offset.min(line.len())].chars().count() + 1;
    ScriptError {
        line: line_number,
        column,
        fault,
    }
}

/// Returns the value of a decimal, `$` hexadecimal or `%` binary number; `None` for any other text.
pub(super) fn number(text: &str) -> Option<u64> {
    let (digits, radix) = match text.as_bytes().first()? {
        b'$' => (&text[1..], 16),
        b'%' => (&text[1..], 2),
        b'0'..=b'9' => (text, 10),
        _ => return None,
    };
    let only_digits = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    only_digits.then(|| u64::from_str_radix(digits, radix).ok())?
}
