//! One line of a source, cleaned and split into its fields.

use std::cell::Cell;
use std::ops::Range;

/// The range of a field in the text of its line. Lines are shorter than 64 KiB.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Field {
    start: u16,
    end: u16,
}

impl Field {
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

impl From<Range<usize>> for Field {
    fn from(range: Range<usize>) -> Self {
        debug_assert!(range.end <= usize::from(u16::MAX), "a line is too long");
        Field {
            start: range.start as u16,
            end: range.end as u16,
        }
    }
}

/// The fields of a line, as ranges of its text.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Fields {
    pub label: Field,
    /// Operation with its leading dot, without suffix.
    pub operation: Field,
    /// Letters after the dot of the operation.
    pub suffix: Field,
    pub operand: Field,
}

/// The results that a line stores the first time it is assembled. A line is split once and
/// assembled many times: in each pass, in each iteration of a loop, in each call of its macro.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    /// Number of the operation in the table; 0 if it has not been looked up or was not found.
    pub operation: Cell<u16>,
    /// The bytes of the line, if its operand contains only numbers: see
    /// `generate::generate_constant`.
    pub constant: Cell<Option<ConstantBytes>>,
}

/// The bytes of an instruction or data line that are the same each time it is assembled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ConstantBytes {
    bytes: [u8; ConstantBytes::MAX_BYTES],
    count: u8,
}

impl ConstantBytes {
    const MAX_BYTES: usize = 8;

    /// Stores a block; `None` if it has too many bytes.
    pub fn of(block: &[u8]) -> Option<ConstantBytes> {
        let mut bytes = [0; ConstantBytes::MAX_BYTES];
        bytes.get_mut(..block.len())?.copy_from_slice(block);
        Some(ConstantBytes {
            bytes,
            count: block.len() as u8,
        })
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.count)]
    }
}

/// A cleaned and split line, in the form that directives and instructions receive.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line<'t> {
    /// The cleaned text. The fields are parts of it.
    pub text: &'t [u8],
    /// The text after the `;`. dasm ignores a comment that has no text at all, not even an LF.
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

    /// Returns the text after the operation's dot, which may be empty; `None` if there is no dot.
    pub fn after_dot(&self) -> Option<&'t [u8]> {
        let dot = self.fields.suffix.start() > self.fields.operation.range().end;
        dot.then(|| self.suffix())
    }

    pub fn operand(&self) -> &'t [u8] {
        &self.text[self.fields.operand.range()]
    }

    /// Returns the text of the line, without a label that is built at assembly time.
    pub fn own_text(&self) -> &'t [u8] {
        &self.text[..self.fields.operand.range().end]
    }
}
