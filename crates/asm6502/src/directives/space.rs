//! `DS`; data elements of one, two or four bytes; filling with elements or with bytes.

use crate::context::Context;
use crate::error::{Abort, ErrorCode};
use crate::expression::machine::evaluate;
use crate::generate::generate;
use crate::labels::program_label;
use crate::report::pass::Reason;
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
    let little_endian = context.names.processor_chosen != (size == Size::Swapped);
    let mut bytes = value.to_le_bytes();
    let bytes = &mut bytes[..size.bytes()];
    if !little_endian {
        bytes.reverse();
    }
    context.emitter.block.extend_from_slice(bytes);
}

/// Maximum number of bytes that are generated at a time.
pub(crate) const CHUNK_SIZE: usize = 1024;

pub(crate) fn ds(context: &mut Context, line: &Line) -> Result<(), Abort> {
    program_label(context, line);
    // As in dasm, `ds.s` reserves bytes.
    let size = match Size::of(line) {
        Size::Swapped => Size::Byte,
        size => size,
    };
    let items = evaluate(context, line.operand())?;
    let fill = items.get(1).map_or(0, |item| item.value);
    let fill_unknown = items.get(1).is_some_and(|item| item.unknown);
    context.report.redo_if(fill_unknown, Reason::Ds);
    if items[0].unknown {
        context.report.redo(Reason::Ds);
        return Ok(());
    }
    if items[0].value < 0 {
        return context.abort(ErrorCode::OriginReversed, String::new());
    }
    context.warn_about_lost_bits(fill, size.bytes(), line);
    let bytes = (items[0].value as u64).saturating_mul(size.bytes() as u64);
    fill_elements(context, bytes, fill, size)
}

fn fill_elements(context: &mut Context, bytes: u64, fill: i64, size: Size) -> Result<(), Abort> {
    if bytes == 0 {
        return Ok(());
    }
    context.emitter.block.clear();
    let elements = bytes.min(CHUNK_SIZE as u64) as usize / size.bytes();
    // dasm always fills its whole buffer. If a later branch has an unknown target, dasm writes the
    // second byte of this buffer as the branch distance. To provide that byte, fill in at least two
    // elements.
    for _ in 0..elements.max(2) {
        add_element(context, fill, size);
    }
    context.emitter.second_byte = context.emitter.block[1];
    generate_chunks(context, bytes)
}

/// Generates `count` copies of a byte.
pub(crate) fn fill_bytes(context: &mut Context, count: u64, fill: u8) -> Result<(), Abort> {
    let block = &mut context.emitter.block;
    block.clear();
    block.resize(count.min(CHUNK_SIZE as u64) as usize, fill);
    context.emitter.second_byte = fill;
    generate_chunks(context, count)
}

/// Generates `bytes` bytes by repeating the prepared chunk; the last copy may be cut short.
fn generate_chunks(context: &mut Context, bytes: u64) -> Result<(), Abort> {
    let mut remaining = bytes;
    loop {
        let count = remaining.min(CHUNK_SIZE as u64) as usize;
        if count == 0 {
            return Ok(());
        }
        generate(context, count)?;
        remaining -= count as u64;
    }
}
