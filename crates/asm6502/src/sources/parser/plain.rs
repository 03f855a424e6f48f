//! Lines that can be split without cleaning them first.

use crate::sources::line::Fields;
use crate::text::{PROTECTED_BLANK, line_end, skip_white};

/// A line that is split as it is written: where its parts end and begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PlainLine {
    /// End of the label, which begins at 0.
    pub label: usize,
    pub operation: usize,
    /// End of the operation without its suffix.
    pub operation_end: usize,
    /// End of the operation with its suffix.
    pub suffix_end: usize,
    pub operand: usize,
    pub operand_end: usize,
    /// Length of the line without its LF.
    pub length: usize,
}

impl PlainLine {
    /// The fields, for lines that are not too long for a [`Span`].
    pub fn fields(&self) -> Fields {
        let suffix = self.suffix_end.min(self.operation_end + 1);
        Fields {
            label: (0..self.label).into(),
            operation: (self.operation..self.operation_end).into(),
            suffix: (suffix..self.suffix_end).into(),
            operand: (self.operand..self.operand_end).into(),
        }
    }
}

/// A line as far as it can be split without cleaning.
pub(crate) enum Split {
    /// It has nothing but a comment; its length.
    Blank(usize),
    Plain(PlainLine),
    /// It needs cleaning: there is a block comment, a macro argument, a TAB or a run of blanks
    /// within the operand.
    Unclean,
}

/// Splits the line at the start of the text.
#[inline(always)]
pub(crate) fn split(text: &[u8]) -> Split {
    let first = skip_white(text, 0);
    match text.get(first) {
        None | Some(b'\n') => Split::Blank(first),
        Some(b';') => Split::Blank(line_end(text, first)),
        Some(b'\r') if is_line_end(text, first + 1) => Split::Blank(first + 1),
        Some(b'^' | b'#') => Split::Unclean,
        Some(_) => split_statement(text, first).map_or(Split::Unclean, Split::Plain),
    }
}

/// Splits a line that begins with that many blanks.
#[inline(always)]
fn split_statement(text: &[u8], first: usize) -> Option<PlainLine> {
    let label = if first > 0 { 0 } else { label_end(text)? };
    let operation = match first {
        0 => skip_white(text, label + usize::from(text.get(label) == Some(&b':'))),
        _ => first,
    };
    let (operation_end, suffix_end) = operation_end(text, operation)?;
    let start = skip_white(text, suffix_end);
    let (operand_end, end) = operand_end(text, start)?;
    let length = match text.get(end) {
        None | Some(b'\n') => end,
        Some(b';') => line_end(text, end),
        // The text after a CR may still open a block comment.
        _ if is_line_end(text, end + 1) => end + 1,
        _ => return None,
    };
    Some(PlainLine {
        label,
        operation,
        operation_end,
        suffix_end,
        operand: start,
        operand_end,
        length,
    })
}

fn is_line_end(text: &[u8], at: usize) -> bool {
    matches!(text.get(at), None | Some(b'\n'))
}

/// Marks of bytes: what they mean in a plainly written line.
mod mark {
    /// A part of a label.
    pub const LABEL: u8 = 1;
    /// A part of an operation, but the dot before its suffix.
    pub const OPERATION: u8 = 2;
    /// A part of an operand without further meaning.
    pub const OPERAND: u8 = 4;
    /// A blank or TAB.
    pub const WHITE: u8 = 8;
    /// Ends the field before it: white, `;`, CR and LF.
    pub const END: u8 = 16;
    pub const DOT: u8 = 32;
}

static MARKS: [u8; 256] = {
    let mut marks = [mark::LABEL | mark::OPERATION | mark::OPERAND; 256];
    marks[b'.' as usize] = mark::LABEL | mark::DOT | mark::OPERAND;
    marks[b' ' as usize] = mark::WHITE | mark::END;
    marks[b'\t' as usize] = mark::WHITE | mark::END;
    marks[b';' as usize] = mark::END;
    marks[b'\r' as usize] = mark::END;
    marks[b'\n' as usize] = mark::END;
    // A comma in the label field builds a name.
    marks[b'=' as usize] = mark::OPERATION | mark::OPERAND;
    marks[b':' as usize] = mark::OPERATION | mark::OPERAND;
    marks[b',' as usize] = mark::OPERATION | mark::OPERAND;
    // Quotes, what may belong to a block comment, and what makes the line one that needs cleaning.
    marks[b'"' as usize] = 0;
    marks[b'\'' as usize] = 0;
    marks[b'/' as usize] = 0;
    marks[b'{' as usize] = 0;
    marks[PROTECTED_BLANK as usize] = 0;
    marks
};

#[inline]
fn marks(byte: u8) -> u8 {
    MARKS[usize::from(byte)]
}

/// The first place from there on that lacks the mark.
#[inline(always)]
fn skip(text: &[u8], from: usize, mark: u8) -> usize {
    let mut at = from;
    while text.get(at).is_some_and(|&byte| marks(byte) & mark != 0) {
        at += 1;
    }
    at
}

/// True if the line, or a part of it, ends there.
#[inline]
fn ends(text: &[u8], at: usize) -> bool {
    text.get(at)
        .is_none_or(|&byte| marks(byte) & mark::END != 0)
}

fn label_end(text: &[u8]) -> Option<usize> {
    let end = skip(text, 0, mark::LABEL);
    (ends(text, end) || matches!(text[end], b'=' | b':')).then_some(end)
}

/// Where the operation ends without and with its suffix.
#[inline]
fn operation_end(text: &[u8], start: usize) -> Option<(usize, usize)> {
    if text.get(start) == Some(&b'=') {
        return Some((start + 1, start + 1));
    }
    let word = skip(text, start, mark::OPERATION);
    let end = match text.get(word) {
        Some(b'.') => skip(text, word, mark::OPERATION | mark::DOT),
        _ => word,
    };
    // A word that begins with a dot has no suffix.
    let word = if word > start { word } else { end };
    ends(text, end).then_some((word, end))
}

/// Where the operand ends, and where the text of the line ends behind it: at a `;`, CR or LF.
#[inline(always)]
fn operand_end(text: &[u8], from: usize) -> Option<(usize, usize)> {
    let end = skip(text, from, mark::OPERAND);
    let behind = skip_white(text, end);
    match text.get(behind) {
        None | Some(b'\n' | b';' | b'\r') => Some((end, behind)),
        Some(_) => long_operand_end(text, end),
    }
}

/// The same for an operand that has blanks, strings, characters or divisions from there on.
fn long_operand_end(text: &[u8], from: usize) -> Option<(usize, usize)> {
    let mut at = from;
    loop {
        at = skip(text, at, mark::OPERAND);
        let Some(&byte) = text.get(at) else {
            return Some((at, at));
        };
        match byte {
            b'\n' | b';' | b'\r' => return Some((at, at)),
            b' ' | b'\t' => {
                let next = skip_white(text, at);
                match text.get(next) {
                    None | Some(b'\n' | b';' | b'\r') => return Some((at, next)),
                    _ if next > at + 1 || byte != b' ' => return None,
                    _ => at = next,
                }
            }
            b'"' => {
                let body = &text[at + 1..];
                let length = memchr::memchr2(b'"', b'\n', body)?;
                let needs_care = |byte: &u8| matches!(byte, &PROTECTED_BLANK | b'/' | b'*');
                if body[length] == b'\n' || body[..length].iter().any(needs_care) {
                    return None;
                }
                at += length + 2;
            }
            b'\'' => match text.get(at + 1) {
                None | Some(&(PROTECTED_BLANK | b'/' | b'*' | b'\n')) => return None,
                Some(_) => at += 2,
            },
            b'/' => {
                if text.get(at + 1) == Some(&b'*') || text[..at].last() == Some(&b'*') {
                    return None;
                }
                at += 1;
            }
            _ => return None,
        }
    }
}
