//! From a cleaned line to its fields: label, operation with suffix, operand.

use crate::lexer::{LineBuffer, PROTECTED_BLANK};
use crate::line::{Fields, Span};

/// Size or mode named by a suffix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Suffix {
    Implied,
    ImpliedX,
    ImpliedY,
    IndirectWord,
    Byte,
    ByteX,
    ByteY,
    Word,
    WordX,
    WordY,
    Long,
    Swapped,
    Uninitialized,
    Relative,
    /// Bit modes of other processors.
    Bit,
}

impl Suffix {
    /// What the letters behind the dot mean; only the first two count.
    pub fn parse(letters: &[u8]) -> Option<Suffix> {
        let second = letters.get(1).map(u8::to_ascii_lowercase);
        let indexed = |plain, x, y| match second {
            Some(b'x') => x,
            Some(b'y') => y,
            _ => plain,
        };
        Some(match letters.first()?.to_ascii_lowercase() {
            b'0' => indexed(Suffix::Implied, Suffix::ImpliedX, Suffix::ImpliedY),
            b'i' if second == Some(b'n') => Suffix::IndirectWord,
            b'i' => indexed(Suffix::Implied, Suffix::ImpliedX, Suffix::ImpliedY),
            b'b' | b'd' | b'z' if matches!(second, Some(b'i' | b'b')) => Suffix::Bit,
            b'b' | b'd' | b'z' => indexed(Suffix::Byte, Suffix::ByteX, Suffix::ByteY),
            b'w' | b'e' | b'a' => indexed(Suffix::Word, Suffix::WordX, Suffix::WordY),
            b'l' => Suffix::Long,
            b's' => Suffix::Swapped,
            b'u' => Suffix::Uninitialized,
            b'r' => Suffix::Relative,
            _ => return None,
        })
    }
}

/// What follows the label field of a line.
pub(crate) enum LabelEnd {
    /// The label is complete; parsing goes on here.
    At(usize),
    /// A comma: the name goes on with evaluated arguments from here.
    Arguments(usize),
}

impl LineBuffer {
    /// Finds the label field.
    pub fn split_label(&mut self) -> LabelEnd {
        self.fields = Fields::default();
        let text = &self.text;
        let mut at = 0;
        let first = skip_blanks(text, 0);
        match text.get(first) {
            Some(b'^') => at = skip_blanks(text, first + 1),
            Some(b'#') => return LabelEnd::At(first + 1),
            _ => {}
        }
        let start = at;
        while let Some(&byte) = text.get(at) {
            match byte {
                b' ' | b'=' | b':' => break,
                b',' => {
                    self.fields.label = (start..at).into();
                    return LabelEnd::Arguments(at + 1);
                }
                _ => at += 1,
            }
        }
        self.fields.label = (start..at).into();
        LabelEnd::At(at)
    }

    /// Finds operation, suffix and operand behind the label field.
    pub fn split_rest(&mut self, from: usize) {
        let text = &self.text;
        let mut at = from.min(text.len());
        if text.get(at) == Some(&b':') {
            at += 1;
        }
        let start = skip_blanks(text, at);
        let mut dot = None;
        let mut stop = start;
        if text.get(start) == Some(&b'=') {
            stop += 1;
        } else {
            while let Some(&byte) = text.get(stop)
                && byte != b' '
            {
                if byte == b'.' && dot.is_none() {
                    dot = Some(stop);
                }
                stop += 1;
            }
        }
        // A word that begins with a dot has no suffix.
        let dot = dot.filter(|&dot| dot > start);
        self.fields.operation = (start..dot.unwrap_or(stop)).into();
        self.fields.suffix = (dot.map_or(stop, |dot| dot + 1)..stop).into();
        let operand = skip_blanks(text, stop);
        self.fields.operand = trim_and_squeeze(&mut self.text, operand);
        self.restore_blanks();
    }

    fn restore_blanks(&mut self) {
        if self.protected {
            for byte in &mut self.text {
                if *byte == PROTECTED_BLANK {
                    *byte = b' ';
                }
            }
        }
    }
}

/// Runs of blanks in the operand, which begins at `start` or behind, shrink to one; protected ones
/// stay. Returns the operand, behind which the text ends.
pub(crate) fn trim_and_squeeze(text: &mut Vec<u8>, start: usize) -> Span {
    while text.last() == Some(&b' ') {
        text.pop();
    }
    let start = skip_blanks(text, start);
    let mut previous = 0;
    let double = |&byte: &u8| std::mem::replace(&mut previous, byte) == b' ' && byte == b' ';
    if let Some(first) = text[start..].iter().position(double) {
        let from = start + first;
        let mut write = from;
        for read in from..text.len() {
            let byte = text[read];
            if byte != b' ' || text[write - 1] != b' ' {
                text[write] = byte;
                write += 1;
            }
        }
        text.truncate(write);
    }
    (start..text.len()).into()
}

/// A line that is split as it is written.
pub(crate) struct PlainLine {
    pub fields: Fields,
    /// Where the comment begins, behind its `;`; 0 if there is none.
    pub comment: usize,
}

/// Splits a line that needs no cleaning: no block comment, no macro argument, no TAB or run of
/// blanks within the operand. `None` for all others.
pub(crate) fn split_plain(raw: &[u8]) -> Option<PlainLine> {
    if matches!(raw.get(skip_white(raw, 0)), Some(b'^' | b'#')) {
        return None;
    }
    let mut fields = Fields::default();
    let mut at = label_end(raw)?;
    fields.label = (0..at).into();
    at += usize::from(raw.get(at) == Some(&b':'));
    let start = skip_white(raw, at);
    let (end, stop) = operation_end(raw, start)?;
    fields.operation = (start..end).into();
    fields.suffix = (stop.min(end + 1)..stop).into();
    let start = skip_white(raw, stop);
    let (end, comment) = operand_end(raw, start)?;
    fields.operand = (start.min(end)..end).into();
    Some(PlainLine { fields, comment })
}

/// What a byte of a plainly written line means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Ordinary,
    White,
    /// Ends a label: `=` and `:`.
    LabelEnd,
    /// Ends the text: `;` and CR.
    LineEnd,
    Quote,
    Character,
    /// A comma builds a name when it stands in the label field.
    Comma,
    /// May belong to a block comment.
    Slash,
    /// Makes the line one that needs cleaning.
    Unusual,
}

static CLASSES: [Class; 256] = {
    let mut classes = [Class::Ordinary; 256];
    classes[b' ' as usize] = Class::White;
    classes[b'\t' as usize] = Class::White;
    classes[b'=' as usize] = Class::LabelEnd;
    classes[b':' as usize] = Class::LabelEnd;
    classes[b';' as usize] = Class::LineEnd;
    classes[b'\r' as usize] = Class::LineEnd;
    classes[b'"' as usize] = Class::Quote;
    classes[b'\'' as usize] = Class::Character;
    classes[b',' as usize] = Class::Comma;
    classes[b'/' as usize] = Class::Slash;
    classes[b'{' as usize] = Class::Unusual;
    classes[PROTECTED_BLANK as usize] = Class::Unusual;
    classes
};

fn class(raw: &[u8], at: usize) -> Option<Class> {
    raw.get(at).map(|&byte| CLASSES[usize::from(byte)])
}

fn label_end(raw: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        match class(raw, at) {
            Some(Class::Ordinary) => at += 1,
            None | Some(Class::White | Class::LabelEnd | Class::LineEnd) => return Some(at),
            Some(_) => return None,
        }
    }
}

/// Where the operation ends without and with its suffix.
fn operation_end(raw: &[u8], start: usize) -> Option<(usize, usize)> {
    if raw.get(start) == Some(&b'=') {
        return Some((start + 1, start + 1));
    }
    let mut at = start;
    let mut dot = None;
    loop {
        match class(raw, at) {
            Some(Class::Ordinary | Class::LabelEnd | Class::Comma) => {
                if raw[at] == b'.' && at > start && dot.is_none() {
                    dot = Some(at);
                }
                at += 1;
            }
            None | Some(Class::White | Class::LineEnd) => {
                let dot = dot.filter(|_| raw[start] != b'.');
                return Some((dot.unwrap_or(at), at));
            }
            Some(_) => return None,
        }
    }
}

fn skip_white(raw: &[u8], mut at: usize) -> usize {
    while class(raw, at) == Some(Class::White) {
        at += 1;
    }
    at
}

/// Where the operand ends, and where the comment behind it begins.
fn operand_end(raw: &[u8], mut at: usize) -> Option<(usize, usize)> {
    loop {
        match class(raw, at) {
            None => return Some((at, 0)),
            Some(Class::LineEnd) => return Some((at, comment_at(raw, at))),
            Some(Class::White) => {
                let next = skip_white(raw, at);
                match class(raw, next) {
                    None => return Some((at, 0)),
                    Some(Class::LineEnd) => return Some((at, comment_at(raw, next))),
                    _ if next > at + 1 || raw[at] != b' ' => return None,
                    _ => at = next,
                }
            }
            Some(Class::Quote) => {
                let body = &raw[at + 1..];
                let length = memchr::memchr(b'"', body)?;
                if memchr::memchr3(PROTECTED_BLANK, b'/', b'*', &body[..length]).is_some() {
                    return None;
                }
                at += length + 2;
            }
            Some(Class::Character) => match raw.get(at + 1) {
                None | Some(&(PROTECTED_BLANK | b'/' | b'*')) => return None,
                Some(_) => at += 2,
            },
            Some(Class::Slash) => {
                if raw.get(at + 1) == Some(&b'*') || raw[..at].last() == Some(&b'*') {
                    return None;
                }
                at += 1;
            }
            Some(Class::Unusual) => return None,
            Some(_) => at += 1,
        }
    }
}

/// The comment that the text ends with, behind its `;`; 0 if it ends with a CR. Marks of block
/// comments behind any `;` do not count.
fn comment_at(raw: &[u8], at: usize) -> usize {
    if raw[at] == b';' { at + 1 } else { 0 }
}

pub(crate) fn skip_blanks(text: &[u8], from: usize) -> usize {
    let mut at = from.min(text.len());
    while text.get(at) == Some(&b' ') {
        at += 1;
    }
    at
}
