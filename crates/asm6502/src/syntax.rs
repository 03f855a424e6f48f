//! The syntax of a line, for editors: its fields, and the tokens of its operand.
//!
//! ```
//! use asm6502::syntax::{TokenKind, split_line, tokens};
//!
//! let raw = b"Loop    lda RED+1,x   ; color";
//! let line = split_line(raw, &mut false);
//! assert_eq!(&raw[line.label], b"Loop");
//! assert_eq!(&raw[line.operation], b"lda");
//! assert_eq!(&raw[line.comment], b"; color");
//! let operand = &raw[line.operand];
//! let names: Vec<_> = tokens(operand)
//!     .filter(|token| token.kind == TokenKind::Name)
//!     .map(|token| &operand[token.range])
//!     .collect();
//! assert_eq!(names, [b"RED" as &[u8], b"x"]);
//! ```

use std::ops::Range;

use crate::directives::DIRECTIVES;
pub use crate::directives::{Availability, Directive};
use crate::operand::operators::Operator;
use crate::operand::scan::{Literal, literal, name_length};
use crate::record::byte_origins::{ByteOrigin, byte_origins};
use crate::sources::lexer::{LexContext, LineBuffer, MAX_LINE_LENGTH, parse_argument};
use crate::sources::parser::LabelEnd;

/// The fields of a line, as ranges of its bytes. If the line lacks a field, the range is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SplitLine {
    /// The label, without a colon.
    pub label: Range<usize>,
    /// The operation, without its suffix.
    pub operation: Range<usize>,
    /// The letters after the dot that separates the suffix from the operation.
    pub suffix: Range<usize>,
    /// The operand.
    pub operand: Range<usize>,
    /// The comment, with its `;`.
    pub comment: Range<usize>,
    /// True if the line begins, continues or ends a `/* */` comment.
    pub block_comment: bool,
    /// True if a quote or brace is not closed, or if the line is too long.
    pub is_malformed: bool,
}

/// Splits a line, without its LF. On entry, `in_comment` is true if a `/* */` comment is open at
/// the start of the line. On return, it holds the value for the next line.
pub fn split_line(raw: &[u8], in_comment: &mut bool) -> SplitLine {
    let raw = raw.strip_suffix(b"\r").unwrap_or(raw);
    if raw.len() >= MAX_LINE_LENGTH {
        return SplitLine {
            is_malformed: true,
            ..SplitLine::default()
        };
    }
    let was_in_comment = *in_comment;
    let mut buffer = LineBuffer::default();
    let context = LexContext {
        arguments: None,
        in_macro_definition: true,
    };
    buffer.clean(raw, in_comment, true, context);
    let is_malformed = !buffer.errors.is_empty();
    let block_comment = was_in_comment || crate::sources::comments::has_comment_marks(raw);
    let mut label_end = 0;
    match buffer.split_label() {
        LabelEnd::At(at) => buffer.split_rest(at),
        LabelEnd::Arguments(_) => {
            let stop = |byte: &u8| matches!(byte, b' ' | b'=' | b':');
            let text = &buffer.text;
            label_end = text.iter().position(stop).unwrap_or(text.len());
            buffer.split_rest(label_end);
        }
    }
    let origins = byte_origins(raw, &buffer.text, None);
    let raw_range = |range: Range<usize>| -> Range<usize> {
        let known = origins.get(range).unwrap_or_default().iter();
        let mut columns = known.filter_map(|origin| match *origin {
            ByteOrigin::Line(column) => Some(column as usize),
            _ => None,
        });
        let first = columns.next();
        let last = columns.next_back().or(first);
        first
            .zip(last)
            .map_or(0..0, |(first, last)| first..last + 1)
    };
    let label = match label_end {
        0 => buffer.fields.label.range(),
        end => buffer.fields.label.start()..end,
    };
    let label = raw_range(label);
    let operand = raw_range(buffer.fields.operand.range());
    let operation = raw_range(buffer.fields.operation.range());
    let end = operand.end.max(operation.end).max(label.end);
    let comment = if buffer.has_comment && !block_comment {
        comment(raw, end)
    } else {
        raw.len()..raw.len()
    };
    SplitLine {
        label,
        operation,
        suffix: raw_range(buffer.fields.suffix.range()),
        operand,
        comment,
        block_comment,
        is_malformed,
    }
}

/// Returns the range of the comment after the statement. The statement ends at `end`.
fn comment(raw: &[u8], end: usize) -> Range<usize> {
    let start = memchr::memchr(b';', &raw[end..]).map_or(raw.len(), |at| end + at);
    start..raw.len()
}

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum TokenKind {
    /// The name of a symbol, `.` for the current address, or an index register.
    Name,
    /// A number.
    Number,
    /// A string in double quotes, or a character after a single quote, such as `'A`.
    Text,
    /// An operator, or `*` for the current address.
    Operator,
    /// A bracket, parenthesis, comma or `#`, or any character that fits no other kind of token.
    Mark,
    /// A macro argument, such as `{1}`.
    Argument,
}

/// A token of an operand.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Token {
    /// The kind of the token.
    pub kind: TokenKind,
    /// The range of the token's bytes in the operand.
    pub range: Range<usize>,
}

/// Splits an operand, or any other expression, into its tokens.
pub fn tokens(operand: &[u8]) -> impl Iterator<Item = Token> {
    let mut at = 0;
    // After a value, `%` and `<` are binary operators; elsewhere `%` begins a number and `<` is a
    // prefix.
    let mut after_value = false;
    std::iter::from_fn(move || {
        while matches!(operand.get(at), Some(b' ' | b'\t' | b'\n')) {
            at += 1;
        }
        let start = at;
        let (kind, end) = token(operand, start, after_value)?;
        at = end.max(start + 1).min(operand.len());
        after_value = match kind {
            TokenKind::Operator => operand[start] == b'*' && !after_value,
            TokenKind::Mark => matches!(operand[start], b')' | b']'),
            _ => true,
        };
        Some(Token {
            kind,
            range: start..at,
        })
    })
}

fn token(text: &[u8], start: usize, after_value: bool) -> Option<(TokenKind, usize)> {
    let byte = *text.get(start)?;
    let next = text.get(start + 1).copied();
    Some(match byte {
        b'"' => {
            let close = memchr::memchr(b'"', &text[start + 1..]);
            let end = close.map_or(text.len(), |length| start + length + 2);
            (TokenKind::Text, end)
        }
        b'\'' => (TokenKind::Text, start + 2),
        b'{' => match parse_argument(&text[start + 1..]) {
            Some((_, length)) => (TokenKind::Argument, start + 1 + length),
            None => (TokenKind::Mark, start + 1),
        },
        b'0'..=b'9' | b'$' => literal_token(text, start),
        b'%' if !after_value => literal_token(text, start),
        b'#' | b'(' | b')' | b'[' | b']' | b',' | b'}' => (TokenKind::Mark, start + 1),
        b'*' if !after_value => (TokenKind::Operator, start + 1),
        _ if !after_value && Operator::of_prefix(byte).is_some() => {
            (TokenKind::Operator, start + 1)
        }
        _ => match (
            name_length(&text[start..], false),
            Operator::of_binary(byte, next),
        ) {
            (0, Some((_, length))) => (TokenKind::Operator, start + length),
            (0, None) => (TokenKind::Mark, start + 1),
            (length, _) => (TokenKind::Name, start + length),
        },
    })
}

fn literal_token(text: &[u8], start: usize) -> (TokenKind, usize) {
    match literal(text, start) {
        Literal::Number(_, end) => (TokenKind::Number, end),
        Literal::Name(end) => (TokenKind::Name, end),
    }
}

/// Returns the value of a number, or of a character constant such as `'A`. Returns `None` for any
/// other text.
pub fn number(text: &[u8]) -> Option<i64> {
    match text.first()? {
        b'\'' | b'$' | b'%' | b'0'..=b'9' => match literal(text, 0) {
            Literal::Number(value, _) => Some(value),
            Literal::Name(_) => None,
        },
        _ => None,
    }
}

/// Returns all directives.
pub fn directives() -> impl Iterator<Item = &'static Directive> {
    DIRECTIVES.iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(raw: &str) -> [&str; 4] {
        let line = split_line(raw.as_bytes(), &mut false);
        [line.label, line.operation, line.operand, line.comment].map(|range| &raw[range])
    }

    #[test]
    fn split_line_agrees_with_the_assembler() {
        assert_eq!(fields("a: lda\tb ;c"), ["a", "lda", "b", ";c"]);
        assert_eq!(fields("a=3"), ["a", "=", "3", ""]);
        assert_eq!(
            fields(" byte \"a;b\"   ; c"),
            ["", "byte", "\"a;b\"", "; c"]
        );
        assert_eq!(fields(" lda #';   ; c"), ["", "lda", "#';", "; c"]);
        assert_eq!(
            fields(" lda   {1}  + 2 ; c"),
            ["", "lda", "{1}  + 2", "; c"]
        );
        assert_eq!(fields(" lda a /* b */"), ["", "lda", "a", ""]);
        assert_eq!(fields("a,1 = 3"), ["a,1", "=", "3", ""]);
        assert_eq!(fields("; only"), ["", "", "", "; only"]);
        assert_eq!(fields(" ldx.w a"), ["", "ldx", "a", ""]);
    }

    #[test]
    fn a_block_comment_spans_lines() {
        let mut open = false;
        assert!(split_line(b" lda a /* b", &mut open).block_comment && open);
        let line = split_line(b" c */ ldx d", &mut open);
        assert_eq!((line.operation, open), (6..9, false));
    }

    #[test]
    fn tokens_agree_with_the_assembler() {
        let words = |text: &str| -> Vec<(TokenKind, String)> {
            let list = tokens(text.as_bytes());
            list.map(|token| (token.kind, text[token.range].to_owned()))
                .collect()
        };
        use TokenKind::*;
        let word = |kind, text: &str| (kind, text.to_owned());
        assert_eq!(
            words("#<a%%101"),
            [
                word(Mark, "#"),
                word(Operator, "<"),
                word(Name, "a"),
                word(Operator, "%"),
                word(Number, "%101"),
            ]
        );
        assert_eq!(
            words("*-.x+10$*{1}"),
            [
                word(Operator, "*"),
                word(Operator, "-"),
                word(Name, ".x"),
                word(Operator, "+"),
                word(Name, "10$"),
                word(Operator, "*"),
                word(Argument, "{1}"),
            ]
        );
        assert_eq!(
            words("\"a b\",'c"),
            [word(Text, "\"a b\""), word(Mark, ","), word(Text, "'c")]
        );
    }
}
