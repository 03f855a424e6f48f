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
    /// Where the comment begins, behind its `;`; 0 if there is none.
    pub comment: usize,
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

/// Length of the line at the start of the text if it has nothing but a comment.
pub(crate) fn blank_line(text: &[u8]) -> Option<usize> {
    let end = skip_white(text, 0);
    let rest = &text[end..];
    match rest {
        [b';', ..] => Some(end + memchr::memchr(b'\n', rest).unwrap_or(rest.len())),
        [] | [b'\n', ..] => Some(end),
        [b'\r'] | [b'\r', b'\n', ..] => Some(end + 1),
        _ => None,
    }
}

/// Splits the line at the start of the text if it needs no cleaning: no block comment, no macro
/// argument, no TAB or run of blanks within the operand. `None` for all others.
pub(crate) fn split_plain(text: &[u8]) -> Option<PlainLine> {
    let first = skip_white(text, 0);
    if matches!(text.get(first), Some(b'^' | b'#')) {
        return None;
    }
    let label = if first > 0 { 0 } else { label_end(text)? };
    let behind = label + usize::from(text.get(label) == Some(&b':'));
    let operation = skip_white(text, behind);
    let (operation_end, suffix_end) = operation_end(text, operation)?;
    let start = skip_white(text, suffix_end);
    let (operand_end, end) = operand_end(text, start)?;
    let comment = match text.get(end) {
        Some(b';') => end + 1,
        // What stands behind it may still open a block comment.
        Some(b'\r') if class(text, end + 1) != Class::NewLine => return None,
        _ => 0,
    };
    let length = match class(text, end) {
        Class::NewLine => end,
        _ => memchr::memchr(b'\n', &text[end..]).map_or(text.len(), |length| end + length),
    };
    Some(PlainLine {
        label,
        operation,
        operation_end,
        suffix_end,
        operand: start.min(operand_end),
        operand_end,
        comment,
        length,
    })
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
    /// LF, or the end of the source.
    NewLine,
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
    classes[b'\n' as usize] = Class::NewLine;
    classes[b'"' as usize] = Class::Quote;
    classes[b'\'' as usize] = Class::Character;
    classes[b',' as usize] = Class::Comma;
    classes[b'/' as usize] = Class::Slash;
    classes[b'{' as usize] = Class::Unusual;
    classes[PROTECTED_BLANK as usize] = Class::Unusual;
    classes
};

/// What an operand holds without further meaning.
static PLAIN: [bool; 256] = {
    let mut plain = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        plain[byte] = matches!(
            CLASSES[byte],
            Class::Ordinary | Class::LabelEnd | Class::Comma
        );
        byte += 1;
    }
    plain
};

#[inline]
fn class(text: &[u8], at: usize) -> Class {
    text.get(at)
        .map_or(Class::NewLine, |&byte| CLASSES[usize::from(byte)])
}

fn label_end(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        match class(text, at) {
            Class::Ordinary => at += 1,
            Class::White | Class::LabelEnd | Class::LineEnd | Class::NewLine => return Some(at),
            _ => return None,
        }
    }
}

/// Where the operation ends without and with its suffix.
fn operation_end(text: &[u8], start: usize) -> Option<(usize, usize)> {
    if text.get(start) == Some(&b'=') {
        return Some((start + 1, start + 1));
    }
    let mut at = start;
    let mut dot = None;
    loop {
        match class(text, at) {
            Class::Ordinary | Class::LabelEnd | Class::Comma => {
                if text[at] == b'.' && at > start && dot.is_none() {
                    dot = Some(at);
                }
                at += 1;
            }
            Class::White | Class::LineEnd | Class::NewLine => {
                let dot = dot.filter(|_| text[start] != b'.');
                return Some((dot.unwrap_or(at), at));
            }
            _ => return None,
        }
    }
}

/// The first place from there on without a blank or TAB.
#[inline]
pub(crate) fn skip_white(text: &[u8], mut at: usize) -> usize {
    while class(text, at) == Class::White {
        at += 1;
    }
    at
}

/// Where the operand ends, and where the text of the line ends behind it: at a `;`, CR or LF.
fn operand_end(text: &[u8], mut at: usize) -> Option<(usize, usize)> {
    loop {
        while text.get(at).is_some_and(|&byte| PLAIN[usize::from(byte)]) {
            at += 1;
        }
        match class(text, at) {
            Class::NewLine | Class::LineEnd => return Some((at, at)),
            Class::White => {
                let next = skip_white(text, at);
                match class(text, next) {
                    Class::NewLine | Class::LineEnd => return Some((at, next)),
                    _ if next > at + 1 || text[at] != b' ' => return None,
                    _ => at = next,
                }
            }
            Class::Quote => {
                let body = &text[at + 1..];
                let length = memchr::memchr2(b'"', b'\n', body)?;
                let needs_care = |byte: &u8| matches!(byte, &PROTECTED_BLANK | b'/' | b'*');
                if body[length] == b'\n' || body[..length].iter().any(needs_care) {
                    return None;
                }
                at += length + 2;
            }
            Class::Character => match text.get(at + 1) {
                None | Some(&(PROTECTED_BLANK | b'/' | b'*' | b'\n')) => return None,
                Some(_) => at += 2,
            },
            Class::Slash => {
                if text.get(at + 1) == Some(&b'*') || text[..at].last() == Some(&b'*') {
                    return None;
                }
                at += 1;
            }
            Class::Unusual => return None,
            _ => at += 1,
        }
    }
}

pub(crate) fn skip_blanks(text: &[u8], from: usize) -> usize {
    let mut at = from.min(text.len());
    while text.get(at) == Some(&b' ') {
        at += 1;
    }
    at
}
