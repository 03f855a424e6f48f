//! What is kept of each line. Large sources have a hundred thousand lines, and touching new memory
//! takes longer than parsing a line, so an entry takes no more than two dozen bytes.

use std::num::NonZeroU16;

use crate::operand::simple::Slot;
use crate::sources::line::{Fields, Memo, Span};
use crate::sources::parser::plain::PlainLine;

/// A line, or a run of lines with nothing but comments.
#[derive(Debug)]
pub(crate) struct Entry {
    /// Distance from the start of the chunk; of other lines the index among them.
    pub start: u16,
    pub layout: Layout,
    pub memo: Memo,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Layout {
    /// The fields lie in the text.
    Plain(Marks),
    /// Number of lines without a statement.
    Blank(NonZeroU16),
    /// A line that is not written plainly.
    Other,
}

/// The parts of a plain line whose statement ends within 255 bytes, as in [`PlainLine`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Marks {
    pub label: u8,
    operation: u8,
    operation_end: u8,
    /// A dot and a suffix follow the operation.
    pub has_suffix: bool,
    operand: u8,
    pub operand_end: u8,
}

impl Marks {
    pub fn of(line: &PlainLine) -> Option<Marks> {
        let byte = |mark: usize| mark as u8;
        (line.operand_end <= usize::from(u8::MAX)).then(|| Marks {
            label: byte(line.label),
            operation: byte(line.operation),
            operation_end: byte(line.operation_end),
            has_suffix: line.operation_end < line.suffix_end,
            operand: byte(line.operand),
            operand_end: byte(line.operand_end),
        })
    }

    /// The fields in the text of the line.
    #[inline]
    pub fn fields(self, text: &[u8]) -> Fields {
        let suffix = match self.has_suffix {
            true => self.suffix(text),
            false => Span::default(),
        };
        Fields {
            label: Span::short(0, self.label),
            operation: Span::short(self.operation, self.operation_end),
            suffix,
            operand: Span::short(self.operand, self.operand_end),
        }
    }

    /// From behind the dot to the blank behind the word.
    fn suffix(self, text: &[u8]) -> Span {
        let start = usize::from(self.operation_end) + 1;
        let white = |byte: &u8| matches!(byte, b' ' | b'\t');
        let length = text[start..].iter().position(white);
        (start..length.map_or(text.len(), |length| start + length)).into()
    }
}

/// The kind of an entry, as far as the fast path needs it.
pub(crate) enum EntryKind<'s> {
    /// Number of lines with nothing but comments.
    Blank(u16),
    /// A line without label and suffix.
    Bare(&'s Memo),
    /// The same, with an argument of the macro as its operand.
    Slot(&'s Memo, Slot),
    /// Any other line.
    Other,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_small() {
        assert_eq!(size_of::<Entry>(), 24);
    }
}
