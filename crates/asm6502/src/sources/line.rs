//! One line of a source, cleaned and split into its fields.

use std::cell::Cell;
use std::ops::Range;

/// The start and end of a field within its line's text. Lines are shorter than 64 KiB, so 16 bits
/// are enough.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Field(u16, u16);

impl Field {
    pub fn range(self) -> Range<usize> {
        self.0 as usize..self.1 as usize
    }

    pub fn start(self) -> usize {
        self.0 as usize
    }

    pub fn is_empty(self) -> bool {
        self.0 == self.1
    }
}

impl From<Range<usize>> for Field {
    fn from(range: Range<usize>) -> Self {
        debug_assert!(range.end <= usize::from(u16::MAX), "a line is too long");
        Field(range.start as u16, range.end as u16)
    }
}

/// The fields of a line, as ranges of its text.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Fields {
    pub label: Field,
    /// The operation, with its leading dot if it has one, but without its suffix.
    pub operation: Field,
    /// The letters after the dot that separates the suffix from the operation.
    pub suffix: Field,
    pub operand: Field,
}

/// The offsets of the fields in 8 bits each: the end of the label, which starts at 0, and the start
/// and end of each other field.
pub(crate) type Bounds = [u8; 7];

impl Fields {
    /// Returns the offsets; `None` if one does not fit in 8 bits, or if the label does not start at
    /// 0.
    pub fn bounds(self) -> Option<Bounds> {
        let (Field(start, label), Field(a, b)) = (self.label, self.operation);
        let (Field(c, d), Field(e, end)) = (self.suffix, self.operand);
        let bounds = [label, a, b, c, d, e, end].map(|offset| offset as u8);
        (start == 0 && end <= 0xff).then_some(bounds)
    }

    /// Returns the fields with these offsets.
    pub fn from_bounds(bounds: Bounds) -> Fields {
        let [label, a, b, c, d, e, end] = bounds.map(u16::from);
        Fields {
            label: Field(0, label),
            operation: Field(a, b),
            suffix: Field(c, d),
            operand: Field(e, end),
        }
    }
}

/// Results that are cached when a line is first assembled, because the line may be assembled many
/// times: in every pass, in every iteration of a loop, and in every call of its macro.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    /// Number of the operation in the table of operations; 0 if it has not been looked up or was
    /// not found.
    pub operation: Cell<u16>,
    /// The bytes that the line generates, if its operand contains only numbers: see
    /// `generate::generate_constant`.
    pub constant: Cell<Option<ConstantBytes>>,
}

/// The bytes that an instruction or data line generates, if they are the same each time it is
/// assembled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ConstantBytes {
    bytes: [u8; ConstantBytes::MAX_BYTES],
    count: u8,
}

impl ConstantBytes {
    const MAX_BYTES: usize = 8;

    /// Copies a block of bytes. Returns `None` if the block is too long.
    pub fn from_block(block: &[u8]) -> Option<ConstantBytes> {
        let mut bytes = [0; ConstantBytes::MAX_BYTES];
        bytes.get_mut(..block.len())?.copy_from_slice(block);
        Some(ConstantBytes {
            bytes,
            count: block.len() as u8,
        })
    }

    /// Sets a block to these bytes. Copies all eight and truncates, because a copy of a fixed
    /// length needs no call.
    pub fn copy_to(&self, block: &mut Vec<u8>) {
        block.clear();
        block.extend_from_slice(&self.bytes);
        block.truncate(usize::from(self.count));
    }
}

/// A cleaned and split line, as passed to directives and instructions.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line<'t> {
    /// The cleaned text. [`Fields`] are ranges of it.
    pub text: &'t [u8],
    /// The text after the `;`. As in dasm, a `;` is not a comment if nothing follows it, not even
    /// an LF.
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

    /// Returns the operation's suffix, or `None` if the operation is not followed by a dot. The
    /// suffix is empty if no text follows the dot.
    pub fn after_dot(&self) -> Option<&'t [u8]> {
        let dot = self.fields.suffix.start() > self.fields.operation.range().end;
        dot.then(|| self.suffix())
    }

    pub fn operand(&self) -> &'t [u8] {
        &self.text[self.fields.operand.range()]
    }

    /// Returns the text of the line, excluding any label name that was built at assembly time.
    pub fn own_text(&self) -> &'t [u8] {
        &self.text[..self.fields.operand.range().end]
    }
}
