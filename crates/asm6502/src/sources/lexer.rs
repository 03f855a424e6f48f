//! Cleans a line: removes comments, turns TABs into blanks, inserts macro arguments.
//!
//! Bytes are not interpreted: a source has no encoding. A blank inside quotes is kept as
//! [`PROTECTED_BLANK`] until the fields are split.

use crate::sources::arguments::Arguments;
use crate::sources::comments::{has_comment_marks, strip_block_comments};
use crate::sources::line::{Fields, Line, Memo};
use crate::text::{PROTECTED_BLANK, SPECIAL};

/// Maximum length of a line after its macro arguments have been inserted. dasm's limit is 1023.
pub(crate) const MAX_LINE_LENGTH: usize = 1 << 15;

/// Maximum number of insertions into one line. A line that needs more has an argument that contains
/// itself.
const MAX_INSERTIONS: u32 = 1000;

/// An error in a line, found while it is cleaned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LexError {
    /// A quote is not closed. The value is the cleaned text of the whole line.
    OpenQuote(Vec<u8>),
    /// `{n}` refers to an argument that the call did not supply.
    MissingArgument(i64),
    /// `{` without `}`.
    OpenBrace,
    /// `*/` without `/*`.
    StrayCommentEnd,
    /// The line is too long.
    TooLong,
    /// An argument of the macro contains itself.
    EndlessArgument,
}

/// One line, and the buffers for cleaning and splitting it.
#[derive(Debug, Default)]
pub(crate) struct LineBuffer {
    /// Cleaned text. [`Fields`] are ranges of it.
    pub text: Vec<u8>,
    /// Comment without its `;`.
    pub comment: Vec<u8>,
    pub has_comment: bool,
    /// True if the text contains a [`PROTECTED_BLANK`].
    pub protected: bool,
    pub errors: Vec<LexError>,
    pub fields: Fields,
    memo: Memo,
    scratch: Vec<u8>,
    insertion_buffers: (Vec<u8>, Vec<u8>),
}

/// The state, apart from a line's text, on which the result of cleaning the line depends.
#[derive(Clone, Copy, Default)]
pub(crate) struct LexContext<'a> {
    /// Arguments to insert; `None` outside of macros.
    pub arguments: Option<&'a Arguments>,
    /// True if the line belongs to a macro definition, so that `{n}` is left alone.
    pub in_macro_definition: bool,
}

impl<'a> LexContext<'a> {
    fn argument(self, number: i64) -> Option<&'a [u8]> {
        self.arguments?.get(number)
    }
}

impl LineBuffer {
    /// Cleans one line, given without its LF, into `self`. `in_comment` says whether a `/* */`
    /// comment is open; it is updated for the next line. `newline` is true if the line ended with
    /// an LF. An unclosed string includes this LF.
    pub fn clean(&mut self, raw: &[u8], in_comment: &mut bool, newline: bool, context: LexContext) {
        if !*in_comment && !has_comment_marks(raw) {
            return self.clean_alone(raw, newline, context);
        }
        let mut text = std::mem::take(&mut self.scratch);
        text.clear();
        text.extend_from_slice(raw);
        let stray = strip_block_comments(&mut text, in_comment);
        self.clean_alone(&text, newline, context);
        if stray {
            self.errors.insert(0, LexError::StrayCommentEnd);
        }
        self.scratch = text;
    }

    /// Cleans a line that has no block comments.
    pub fn clean_alone(&mut self, raw: &[u8], newline: bool, context: LexContext) {
        self.reset();
        self.copy(raw, context, newline);
        // dasm ignores a comment that has no text at all, not even an LF.
        self.has_comment &= newline || !self.comment.is_empty();
    }

    /// Returns the line. It must have been split.
    pub fn line(&self) -> Line<'_> {
        Line {
            text: &self.text,
            comment: self.has_comment.then_some(self.comment.as_slice()),
            fields: self.fields,
            memo: &self.memo,
        }
    }

    /// Returns the cleaned text, before it is split, in a form that can be cleaned again.
    pub fn plain_text(&self) -> Vec<u8> {
        let blank = |&byte: &u8| if byte == PROTECTED_BLANK { b' ' } else { byte };
        self.text.iter().map(blank).collect()
    }

    fn reset(&mut self) {
        self.memo = Memo::default();
        self.text.clear();
        self.comment.clear();
        self.has_comment = false;
        self.protected = false;
        self.errors.clear();
    }

    /// Copies the line and inserts macro arguments. The inserted text is scanned again, because an
    /// argument may itself contain `{n}`.
    fn copy(&mut self, raw: &[u8], context: LexContext, newline: bool) {
        let Some((mut argument, mut after)) = self.scan(raw, context, newline) else {
            return self.trim();
        };
        let (mut source, mut joined) = std::mem::take(&mut self.insertion_buffers);
        source.clear();
        source.extend_from_slice(raw);
        for count in 0.. {
            joined.clear();
            joined.extend_from_slice(argument);
            joined.extend_from_slice(&source[after..]);
            std::mem::swap(&mut source, &mut joined);
            if count == MAX_INSERTIONS || self.text.len() + source.len() > MAX_LINE_LENGTH {
                self.errors.push(if raw.len() > MAX_LINE_LENGTH / 2 {
                    LexError::TooLong
                } else {
                    LexError::EndlessArgument
                });
                break;
            }
            match self.scan(&source, context, newline) {
                Some(insertion) => (argument, after) = insertion,
                None => break,
            }
        }
        self.insertion_buffers = (source, joined);
        self.trim();
    }

    /// Truncates a line that is too long, and removes trailing blanks.
    fn trim(&mut self) {
        let reported =
            |error: &LexError| matches!(error, LexError::TooLong | LexError::EndlessArgument);
        if self.text.len() > MAX_LINE_LENGTH && !self.errors.iter().any(reported) {
            self.errors.push(LexError::TooLong);
        }
        self.text.truncate(MAX_LINE_LENGTH);
        while self.text.last() == Some(&b' ') {
            self.text.pop();
        }
        // Until the line is split, the whole line counts as its operand, so that messages show all
        // of it.
        self.fields = Fields::default();
        self.fields.operand = (0..self.text.len()).into();
    }

    /// Copies text up to the end of the line or the next `{n}`. At a `{n}`, returns the argument to
    /// insert and the offset after the closing brace.
    fn scan<'a>(
        &mut self,
        raw: &[u8],
        context: LexContext<'a>,
        newline: bool,
    ) -> Option<(&'a [u8], usize)> {
        let mut at = 0;
        while at < raw.len() {
            let special = raw[at..].iter().position(|&byte| SPECIAL[byte as usize]);
            let end = special.map_or(raw.len(), |length| at + length);
            self.text.extend_from_slice(&raw[at..end]);
            if end == raw.len() {
                return None;
            }
            at = end + 1;
            match raw[end] {
                b'\t' => self.text.push(b' '),
                b'\r' => return None,
                b';' => {
                    self.has_comment = true;
                    self.comment.extend_from_slice(&raw[at..]);
                    return None;
                }
                b'\'' => {
                    self.take_character(raw.get(at).copied());
                    at += 1;
                }
                b'"' => at += self.take_string(&raw[at..], newline)?,
                b'{' if context.in_macro_definition => self.text.push(b'{'),
                b'{' => match parse_argument(&raw[at..]) {
                    None => {
                        self.errors.push(LexError::OpenBrace);
                        self.text.extend_from_slice(&raw[end..]);
                        if newline {
                            self.text.push(b'\n');
                        }
                        return None;
                    }
                    Some((number, length)) => {
                        if let Some(argument) = context.argument(number) {
                            return Some((argument, at + length));
                        }
                        self.errors.push(LexError::MissingArgument(number));
                        self.text.extend_from_slice(&raw[end..at + length]);
                        return None;
                    }
                },
                _ => self.push_blank(), // a literal $80
            }
        }
        None
    }

    /// Copies a `'` and the character after it. A blank is protected there, and a `;` or quote
    /// loses its special meaning.
    fn take_character(&mut self, character: Option<u8>) {
        self.text.push(b'\'');
        match character {
            None | Some(b' ' | PROTECTED_BLANK) => self.push_blank(),
            Some(byte) => self.text.push(byte),
        }
    }

    fn push_blank(&mut self) {
        self.protected = true;
        self.text.push(PROTECTED_BLANK);
    }

    /// Copies a string, including its closing quote. Returns the length up to and including that
    /// quote, or `None` if there is no closing quote.
    fn take_string(&mut self, rest: &[u8], newline: bool) -> Option<usize> {
        self.text.push(b'"');
        let closing = memchr::memchr(b'"', rest);
        let body = &rest[..closing.unwrap_or(rest.len())];
        for &byte in body {
            match byte {
                b' ' | PROTECTED_BLANK => self.push_blank(),
                _ => self.text.push(byte),
            }
        }
        match closing {
            Some(length) => {
                self.text.push(b'"');
                Some(length + 1)
            }
            None => {
                if newline {
                    self.text.push(b'\n');
                }
                self.errors.push(LexError::OpenQuote(self.text.clone()));
                None
            }
        }
    }
}

/// Parses the rest of a macro argument `{n}`, from after its opening brace. Returns the number `n`
/// and the length of `n}` in bytes, or `None` if there is no closing brace. If `n` is not a number,
/// it counts as 0.
pub(crate) fn parse_argument(rest: &[u8]) -> Option<(i64, usize)> {
    let close = memchr::memchr(b'}', rest)?;
    Some((crate::text::leading_number(&rest[..close]), close + 1))
}
