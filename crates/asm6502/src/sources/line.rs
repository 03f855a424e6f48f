//! One line of a source, cleaned and split into its fields.

use std::cell::Cell;
use std::ops::Range;

/// A piece of a line; lines are shorter than 64 KiB.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Span {
    start: u16,
    end: u16,
}

impl Span {
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    pub fn start(self) -> usize {
        self.start as usize
    }

    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        debug_assert!(range.end <= usize::from(u16::MAX), "a line is too long");
        Span {
            start: range.start as u16,
            end: range.end as u16,
        }
    }
}

/// Where the fields of a line lie in its text.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Fields {
    pub label: Span,
    /// Operation with its leading dot, without suffix.
    pub operation: Span,
    /// Letters behind the dot of the operation.
    pub suffix: Span,
    pub operand: Span,
}

/// What the words of a line mean. A line is split once and assembled many times: in each pass, in
/// each round of a loop, in each call of its macro.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    /// The place of the operation in the table; 0 = not looked up, or not found.
    pub operation: Cell<u16>,
    /// What the line places, if its operand holds numbers alone.
    pub constant: Cell<Option<Constant>>,
}

/// The bytes of an instruction or of a data line that are the same each time it is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Constant {
    bytes: [u8; Constant::MOST],
    count: u8,
}

impl Constant {
    const MOST: usize = 8;

    /// `None` if there are too many bytes.
    pub fn of(block: &[u8]) -> Option<Constant> {
        let mut bytes = [0; Constant::MOST];
        bytes.get_mut(..block.len())?.copy_from_slice(block);
        Some(Constant {
            bytes,
            count: block.len() as u8,
        })
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.count)]
    }
}

/// A line as the directives see it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line<'t> {
    /// The cleaned text. The fields are parts of it.
    pub text: &'t [u8],
    /// The text behind the `;`. A comment without any text, not even an LF, is none to dasm.
    pub comment: Option<&'t [u8]>,
    pub fields: Fields,
    pub memo: &'t Memo,
}

impl<'t> Line<'t> {
    pub fn label(&self) -> &'t [u8] {
        &self.text[self.fields.label.range()]
    }

    pub fn operation(&self) -> &'t [u8] {
        &self.text[self.fields.operation.range()]
    }

    pub fn suffix(&self) -> &'t [u8] {
        &self.text[self.fields.suffix.range()]
    }

    /// The text after the dot of the operation, which may be empty; `None` without a dot.
    pub fn behind_dot(&self) -> Option<&'t [u8]> {
        let dot = self.fields.suffix.start() > self.fields.operation.range().end;
        dot.then(|| self.suffix())
    }

    pub fn operand(&self) -> &'t [u8] {
        &self.text[self.fields.operand.range()]
    }

    /// The line without a name built at assembly time.
    pub fn own_text(&self) -> &'t [u8] {
        &self.text[..self.fields.operand.range().end]
    }
}
