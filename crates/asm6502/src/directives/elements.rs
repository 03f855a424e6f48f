//! Data elements of one, two or four bytes.

use crate::context::Context;
use crate::sources::line::Line;
use crate::sources::parser::Suffix;

/// Size of a data element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Size {
    Byte,
    Word,
    Long,
    /// A word in the other byte order.
    Swapped,
}

impl Size {
    pub fn of(line: &Line) -> Size {
        match Suffix::parse(line.suffix()) {
            Some(Suffix::Word | Suffix::WordX | Suffix::WordY) => Size::Word,
            Some(Suffix::Long) => Size::Long,
            Some(Suffix::Swapped) => Size::Swapped,
            _ => Size::Byte,
        }
    }

    pub fn bytes(self) -> usize {
        match self {
            Size::Byte => 1,
            Size::Word | Size::Swapped => 2,
            Size::Long => 4,
        }
    }
}

/// True if elements of that size begin with their low byte.
pub(crate) fn writes_little(context: &Context, size: Size) -> bool {
    context.names.processor_chosen != (size == Size::Swapped)
}

/// Adds an element to the block, in the byte order of the processor.
pub(crate) fn add_element(context: &mut Context, value: i64, size: Size) {
    let little = writes_little(context, size);
    push_element(&mut context.emitter.block, value, size, little);
}

pub(crate) fn push_element(block: &mut Vec<u8>, value: i64, size: Size, little: bool) {
    let [a, b, c, d, ..] = value.to_le_bytes();
    match (size, little) {
        (Size::Byte, _) => block.push(a),
        (Size::Word | Size::Swapped, true) => block.extend_from_slice(&[a, b]),
        (Size::Word | Size::Swapped, false) => block.extend_from_slice(&[b, a]),
        (Size::Long, true) => block.extend_from_slice(&[a, b, c, d]),
        (Size::Long, false) => block.extend_from_slice(&[d, c, b, a]),
    }
}
