//! The short way of lines with nothing but an instruction, or nothing but a comment.
//!
//! Without a listing, such lines need little of the state; lines that were run before do not even
//! need their text. Everything unusual is left to `statement`.

use isa6502::{Mnemonic, Mode};

use crate::code::{Abort, Step};
use crate::context::Context;
use crate::encode::{generate_code, usual_mode};
use crate::expression::simple::{argument_operand, known_name, read_operand};
use crate::names::operations::Operation;
use crate::operand::scan::scan_number;
use crate::operand::simple::{Operand, Slot};
use crate::operand::value::{Form, Value};
use crate::reading::excerpt_of;
use crate::run::limits::count_statements;
use crate::run::statement::{operation_of, run_statement};
use crate::sources::frames::Frame;
use crate::sources::line::{Line, Memo};
use crate::sources::script::chunk::Chunk;
use crate::sources::script::entry::EntryKind;

/// An opcode with its operand, and the length of both.
type Encoded = ([u8; 3], u8);

/// Runs lines of the innermost frame as long as they are simple. False if the next line needs
/// the full way.
pub(crate) fn run_quick_lines(context: &mut Context, chunk: &Chunk) -> Result<bool, Abort> {
    let active = context.sources.active();
    let Some((first, mut number)) = context.sources.frames.last().map(Frame::position) else {
        return Ok(false);
    };
    let mut next = first;
    while let Some(kind) = chunk.kind(next) {
        let code = match kind {
            EntryKind::Blank(lines) => {
                number += u32::from(lines);
                next += 1;
                continue;
            }
            EntryKind::Bare(memo) if active => match memo.operand.get() {
                Operand::Unread => {
                    let Some(line) = chunk.plain_line(next) else {
                        break;
                    };
                    let code = first_code(context, &line);
                    if code.is_none() {
                        pass_lines(context, first, next + 1, number + 1)?;
                        return run_statement(context, &line).map(|()| true);
                    }
                    code
                }
                known => quick_code(context, memo, known),
            },
            EntryKind::Bare(_) if is_skipped(context, chunk, next) => {
                number += 1;
                next += 1;
                continue;
            }
            EntryKind::Slot(memo, slot) if active => quick_argument(context, memo, slot),
            _ => None,
        };
        let Some(code) = code else { break };
        number += 1;
        next += 1;
        if !append(context, code) {
            pass_lines(context, first, next, number)?;
            let (bytes, count) = code;
            generate_code(context, bytes, count)
                .inspect_err(|_| excerpt_of(context, chunk, next - 1))?;
            return Ok(true);
        }
    }
    pass_lines(context, first, next, number)?;
    Ok(false)
}

/// Moves the innermost frame from one entry to another, and to the line of that number.
fn pass_lines(context: &mut Context, first: usize, next: usize, number: u32) -> Step {
    if let Some(frame) = context.sources.frames.last_mut() {
        frame.go_to(next, number);
    }
    count_statements(context, (next - first) as u64)
}

/// The bytes of the instruction, if they follow from what is remembered of its line.
#[inline]
fn quick_code(context: &mut Context, memo: &Memo, operand: Operand) -> Option<Encoded> {
    match operand {
        Operand::Encoded { bytes, count } => Some((bytes, count)),
        Operand::Name {
            symbol: Some(id),
            shape,
        } => {
            let mnemonic = known_instruction(context, memo)?;
            let value = known_name(context, id, shape)?;
            quick_value(context, mnemonic, value)
        }
        _ => None,
    }
}

/// The bytes of a line that is run for the first time. Its meaning is remembered.
#[inline]
fn first_code(context: &mut Context, line: &Line) -> Option<Encoded> {
    match operation_of(context, line)? {
        Operation::Instruction(mnemonic) => first_instruction(context, mnemonic, line),
        Operation::Directive(directive) => first_number(context, directive.number_bytes, line),
        Operation::Macro(_) => None,
    }
}

#[inline]
fn first_instruction(context: &mut Context, mnemonic: Mnemonic, line: &Line) -> Option<Encoded> {
    let operand = read_operand(context, line);
    let Some(value) = operand.constant() else {
        return quick_code(context, line.memo, operand);
    };
    let (opcode, count) = usual_mode(mnemonic, value)?;
    let [low, high, ..] = value.value.to_le_bytes();
    let bytes = [opcode, low, high];
    line.memo.operand.set(Operand::Encoded { bytes, count });
    Some((bytes, count))
}

/// The bytes of a data line of one number that fits in `count` bytes.
fn first_number(context: &mut Context, count: u8, line: &Line) -> Option<Encoded> {
    if count == 0 || !context.names.processor_chosen {
        return None;
    }
    let text = line.operand();
    let (value, length) = scan_number(*text.first()?, text)?;
    if length < text.len() || value >> (8 * count) != 0 {
        return None;
    }
    let [low, high, ..] = value.to_le_bytes();
    let bytes = [low, high, 0];
    line.memo.operand.set(Operand::Encoded { bytes, count });
    Some((bytes, count))
}

/// True for a line that does nothing in a skipped block.
fn is_skipped(context: &Context, chunk: &Chunk, index: usize) -> bool {
    let operation = chunk
        .plain_line(index)
        .map(|line| operation_of(context, &line));
    match operation {
        Some(Some(Operation::Directive(directive))) => !directive.always,
        Some(_) => true,
        None => false,
    }
}

/// The bytes of an instruction within a macro whose operand is an argument.
fn quick_argument(context: &mut Context, memo: &Memo, slot: Slot) -> Option<Encoded> {
    let mnemonic = known_instruction(context, memo)?;
    let value = argument_operand(context, slot)?;
    quick_value(context, mnemonic, value)
}

/// The instruction of a line that was run before.
#[inline]
fn known_instruction(context: &Context, memo: &Memo) -> Option<Mnemonic> {
    let place = u32::from(memo.operation.get());
    match context.names.operations.get(place) {
        Some(Operation::Instruction(mnemonic)) => Some(mnemonic),
        _ => None,
    }
}

#[inline]
fn quick_value(context: &Context, mnemonic: Mnemonic, operand: Value) -> Option<Encoded> {
    let value = operand.value;
    if operand.form == Form::Plain
        && let Some(opcode) = isa6502::encode(mnemonic, Mode::Relative)
    {
        let here = context.emitter.segments.current().here();
        let distance = value.wrapping_sub(here.value).wrapping_sub(2);
        let near = !here.unknown && (-128..=127).contains(&distance);
        return near.then_some(([opcode, distance as u8, 0], 2));
    }
    let (opcode, count) = usual_mode(mnemonic, operand)?;
    let [low, high, ..] = value.to_le_bytes();
    Some(([opcode, low, high], count))
}

/// Appends the bytes of an instruction to the segment and the binary. False, with nothing done,
/// if it takes more than that.
#[inline]
pub(crate) fn append(context: &mut Context, (bytes, count): Encoded) -> bool {
    let count = usize::from(count);
    let segment = context.emitter.segments.current_mut();
    let address = segment.origin.value;
    let end = address.wrapping_add(count as i64);
    if end as u64 > context.options.address_limit || context.options.measures() {
        return false;
    }
    if !segment.uninitialized {
        if !context.emitter.first_pass_wrote && context.report.pass.number == 1 {
            return false;
        }
        if context.report.pass.redos == 0
            && (context.report.pass.nothing_written
                || !context.emitter.output.append(address, &bytes[..count]))
        {
            return false;
        }
    }
    if count > 1 {
        context.emitter.second_byte = bytes[1];
    }
    segment.advance(count);
    true
}
