//! From a cleaned line to its fields: label, operation with suffix, operand.

use std::ops::Range;

use crate::lexer::{Line, PROTECTED_BLANK};

/// Where the fields of a line lie in its text.
#[derive(Debug, Default, Clone)]
pub(crate) struct Fields {
    pub label: Range<usize>,
    /// Operation with its leading dot, without suffix.
    pub operation: Range<usize>,
    /// Letters behind the dot of the operation.
    pub suffix: Range<usize>,
    pub operand: Range<usize>,
    /// Where the line's own text ends; names built at assembly time stand behind it.
    pub text_end: usize,
}

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

impl Line {
    pub fn label(&self) -> &[u8] {
        &self.text[self.fields.label.clone()]
    }

    pub fn operation(&self) -> &[u8] {
        &self.text[self.fields.operation.clone()]
    }

    pub fn suffix_text(&self) -> &[u8] {
        &self.text[self.fields.suffix.clone()]
    }

    pub fn operand(&self) -> &[u8] {
        &self.text[self.fields.operand.clone()]
    }

    /// Finds the label field.
    pub fn split_label(&mut self) -> LabelEnd {
        self.fields = Fields {
            text_end: self.text.len(),
            ..Fields::default()
        };
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
                    self.fields.label = start..at;
                    return LabelEnd::Arguments(at + 1);
                }
                _ => at += 1,
            }
        }
        self.fields.label = start..at;
        LabelEnd::At(at)
    }

    /// Finds operation, suffix and operand behind the label field.
    pub fn split_rest(&mut self, from: usize) {
        let end = self.fields.text_end;
        let text = &self.text[..end];
        let mut at = from.min(end);
        if text.get(at) == Some(&b':') {
            at += 1;
        }
        let start = skip_blanks(text, at);
        let stop = match text.get(start) {
            Some(b'=') => start + 1,
            _ => text[start..]
                .iter()
                .position(|&byte| byte == b' ')
                .map_or(end, |length| start + length),
        };
        let dot = match text[start..stop].split_first() {
            Some((b'.', _)) | None => None,
            Some(_) => text[start..stop].iter().position(|&byte| byte == b'.'),
        };
        match dot {
            Some(dot) => {
                self.fields.operation = start..start + dot;
                self.fields.suffix = start + dot + 1..stop;
            }
            None => {
                self.fields.operation = start..stop;
                self.fields.suffix = stop..stop;
            }
        }
        self.fields.operand = skip_blanks(text, stop)..end;
        self.squeeze_operand();
        self.restore_blanks();
    }

    /// Runs of blanks in the operand shrink to one; protected ones stay.
    fn squeeze_operand(&mut self) {
        let operand = self.fields.operand.clone();
        if !self.text[operand.clone()]
            .windows(2)
            .any(|pair| pair == b"  ")
        {
            return;
        }
        let mut write = operand.start;
        for read in operand.clone() {
            let byte = self.text[read];
            if byte == b' ' && write > operand.start && self.text[write - 1] == b' ' {
                continue;
            }
            self.text[write] = byte;
            write += 1;
        }
        self.fields.operand.end = write;
    }

    /// The cleaned text, to be cleaned again later.
    pub fn plain_text(&self) -> Box<[u8]> {
        let blank = |&byte: &u8| if byte == PROTECTED_BLANK { b' ' } else { byte };
        self.text.iter().map(blank).collect()
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

pub(crate) fn skip_blanks(text: &[u8], from: usize) -> usize {
    let from = from.min(text.len());
    from + text[from..]
        .iter()
        .take_while(|&&byte| byte == b' ')
        .count()
}
