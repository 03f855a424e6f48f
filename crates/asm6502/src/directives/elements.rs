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
    /// A word with the high byte first.
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

/// Adds an element to the block, in the byte order of the processor.
pub(crate) fn add_element(context: &mut Context, value: i64, size: Size) {
    // Without `processor`, words begin with their high byte.
    let little = context.names.processor_chosen != (size == Size::Swapped);
    let mut bytes = value.to_le_bytes();
    let bytes = &mut bytes[..size.bytes()];
    if !little {
        bytes.reverse();
    }
    context.emitter.block.extend_from_slice(bytes);
}
