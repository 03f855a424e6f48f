//! Writes the bytes of a statement into the binary, and advances the segment's address.

use crate::address::{Address, address_field};
use crate::context::Context;
use crate::emitter::binary::Appended;
use crate::error::{Abort, ErrorCode};
use crate::map::record_bytes;
use crate::report::pass::Reason;
use crate::sources::line::{ConstantBytes, Line};

/// Generates the whole block of a line whose operand contains only numbers. Also stores the bytes
/// in the line's memo, so that a later pass can reuse them. Does not store them if a message about
/// the line was reported, or if the options request cycle counts or warnings about values.
pub(crate) fn generate_constant(context: &mut Context, line: &Line) -> Result<(), Abort> {
    let options = context.options;
    let needs_analysis =
        options.needs_cycles() || options.warnings.truncated || options.warnings.registers;
    let reported = context.report.messages.needs_excerpts();
    // Before `processor`, words have the opposite byte order, so their bytes are not stored.
    if !needs_analysis && !reported && context.names.processor_chosen {
        line.memo
            .constant
            .set(ConstantBytes::from_block(&context.emitter.block));
    }
    generate(context, context.emitter.block.len())
}

/// Generates the bytes stored in the line's memo. Returns false if the memo is empty.
pub(crate) fn generate_memoized(context: &mut Context, line: &Line) -> Result<bool, Abort> {
    let Some(constant) = line.memo.constant.get() else {
        return Ok(false);
    };
    constant.copy_to(&mut context.emitter.block);
    generate(context, context.emitter.block.len())?;
    Ok(true)
}

/// Generates the first `count` bytes of `emitter.block`: advances the address of the segment, and
/// writes the bytes into the binary unless the segment is uninitialized. Once a statement of this
/// pass has asked for another pass, no more bytes are written: a later pass writes them all.
pub(crate) fn generate(context: &mut Context, count: usize) -> Result<(), Abort> {
    context.emitter.generated = count;
    if count > 1 {
        context.emitter.second_byte = context.emitter.block[1];
    }
    let segment = context.emitter.segments.current();
    let address = segment.origin;
    if !segment.uninitialized {
        if address.unknown && context.report.pass.missing_origin.is_none() {
            context.report.pass.missing_origin = Some(context.sources.place());
        }
        context.emitter.first_pass_wrote |= context.report.pass.number == 1;
        if context.report.pass.redos == 0 && !write_block(context, address, count)? {
            return Ok(());
        }
    }
    if context.options.needs_block_records() {
        record_block(context, count);
    }
    let segment = context.emitter.segments.current_mut();
    segment.advance(count);
    let end = segment.origin.value;
    if end as u64 > context.options.address_limit {
        return abort_too_large(context, end);
    }
    Ok(())
}

/// Records which addresses the statement uses in its segment, and which file its bytes come from.
#[cold]
fn record_block(context: &mut Context, count: usize) {
    let place = context.sources.reported_place();
    let segment = context.emitter.segments.current_mut();
    segment.extend(count, place);
    if !segment.uninitialized && context.emitter.writers.last() != Some(&place.file) {
        context.emitter.writers.push(place.file);
    }
}

/// Writes the block into the binary. If this is the first block of the pass and its address is
/// unknown, asks for another pass instead, and returns false.
fn write_block(context: &mut Context, address: Address, count: usize) -> Result<bool, Abort> {
    let block = &context.emitter.block[..count];
    for &byte in block {
        context.emitter.output.checksum += i64::from(byte);
    }
    if context.report.pass.nothing_written {
        if address.unknown {
            context.report.redo(Reason::Obscure);
            return Ok(false);
        }
        context.report.pass.nothing_written = false;
    }
    match context
        .emitter
        .output
        .append(address.value, block, context.emitter.origin_fill)
    {
        Appended::Written => {}
        Appended::Backwards(position) => abort_reversed(context, address, position)?,
        Appended::TooFar => abort_too_large(context, address.value)?,
    }
    if context.options.map || context.options.lines {
        record_bytes(context, address.value, count);
    }
    Ok(true)
}

fn abort_reversed(context: &mut Context, address: Address, position: i64) -> Result<(), Abort> {
    let segment = context.emitter.segments.current();
    let place = segment.origin_place;
    let mut field = address_field(address.value, address.unknown);
    if segment.relocating {
        // Where the mark of RORG should be, dasm prints the mark of an EQM symbol.
        field.replace_range(field.len() - 8.., "eqm     ");
    }
    let end = format!("{field}  vs current org: {position:04x}\n");
    let text = [b"segment: ", &segment.name[..], b" ", end.as_bytes()].concat();
    context.report.print(text);
    context.error_at(ErrorCode::OriginReversed, "", b"", 0);
    let excess = position.wrapping_sub(address.value);
    let bytes = if excess == 1 { "byte" } else { "bytes" };
    let message = format!(
        "the address ${:04x} is {excess} {bytes} below ${position:04x}, where the previous code \
         ends",
        address.value
    );
    context.blame(place, message);
    Err(Abort(ErrorCode::OriginReversed))
}

fn abort_too_large(context: &mut Context, end: i64) -> Result<(), Abort> {
    let limit = context.options.address_limit;
    let detail =
        format!("code segment growing larger ({end}) than max. allowed file size ({limit})\n");
    let code = if context.is_newer_dialect() {
        ErrorCode::Internal
    } else {
        ErrorCode::Recursion
    };
    context.abort(code, detail)
}
