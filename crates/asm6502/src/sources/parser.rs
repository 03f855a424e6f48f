//! Splits a cleaned line into its fields: label, operation with suffix, operand.

use crate::sources::lexer::LineBuffer;
use crate::sources::line::{Field, Fields};
use crate::text::{PROTECTED_BLANK, skip_blanks};

/// The size or mode that a suffix names.
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
    /// Other processors' bit-addressing modes.
    Bit,
}

impl Suffix {
    /// Returns the meaning of a suffix's letters. Only the first two letters matter.
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

/// The end of the label field.
pub(crate) enum LabelEnd {
    /// The label is complete and ends at this offset.
    At(usize),
    /// The label continues with arguments, from which the rest of its name is built at assembly
    /// time. They begin at this offset, after a comma.
    Arguments(usize),
}

impl LineBuffer {
    /// Finds the label field, and returns where it ends.
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

    /// Finds operation, suffix and operand. `from` is the offset at which the label field ends.
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
        // A dot that begins the word is part of the operation, which then has no suffix.
        let dot = dot.filter(|&dot| dot > start);
        self.fields.operation = (start..dot.unwrap_or(stop)).into();
        self.fields.suffix = (dot.map_or(stop, |dot| dot + 1)..stop).into();
        let operand = skip_blanks(text, stop);
        self.fields.operand = trim_and_squeeze(&mut self.text, operand);
        self.restore_blanks();
    }

    /// Turns the protected blanks back into ordinary blanks.
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

/// Collapses consecutive blanks in the operand into one, except protected blanks, and removes
/// trailing blanks. The operand is the text from `start` to the end. Returns the operand's range
/// without leading blanks.
fn trim_and_squeeze(text: &mut Vec<u8>, start: usize) -> Field {
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
