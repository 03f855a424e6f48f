//! Splits a cleaned line into its fields: label, operation with suffix, operand.

use crate::sources::lexer::LineBuffer;
use crate::sources::line::{Field, Fields};
use crate::text::{PROTECTED_BLANK, skip_blanks};

/// The size or addressing mode that a suffix selects.
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
    /// A bit-addressing mode of another processor.
    Bit,
}

impl Suffix {
    /// Parses the letters of a suffix. Only the first two letters matter.
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

/// The result of [`LineBuffer::split_label`]: where the label ends, or where its arguments begin.
pub(crate) enum LabelEnd {
    /// The label is complete and ends at this offset.
    At(usize),
    /// The label has arguments, which begin at this offset, after a comma. The rest of the label's
    /// name is built from them at assembly time.
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

    /// Finds the operation, its suffix and the operand. The label field ends at offset `from`.
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
        // If the word begins with a dot, the dot is part of the operation, and there is no suffix.
        let dot = dot.filter(|&dot| dot > start);
        self.fields.operation = (start..dot.unwrap_or(stop)).into();
        self.fields.suffix = (dot.map_or(stop, |dot| dot + 1)..stop).into();
        let operand = skip_blanks(text, stop);
        self.fields.operand = trim_and_squeeze(&mut self.text, operand);
        self.restore_blanks();
    }

    /// Turns protected blanks, such as those in quotes, back into ordinary blanks.
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

/// Removes leading and trailing blanks from the operand, which extends from `start` to the end of
/// the text. Also collapses each run of blanks in it into one. Protected blanks are left alone.
/// Returns the operand's new range.
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
