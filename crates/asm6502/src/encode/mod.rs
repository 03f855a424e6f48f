//! Instructions: choice of the addressing mode, checks, bytes.

use isa6502::{Mnemonic, Mode};

use crate::checks::warn_of_lost_bits;
use crate::code::{Code, Step};
use crate::context::Context;
use crate::cycles::note_cycles;
use crate::encode::choice::Choice;
use crate::encode::odd::warn_of_odd_operand;
use crate::expression::items::evaluate_first;
use crate::expression::simple::evaluate_simple;
use crate::generate::generate;
use crate::labels::program_label;
use crate::operand::simple::Operand;
use crate::operand::value::{Form, Item, Syntax, Value};
use crate::report::pass::Reason;
use crate::sources::line::Line;
use crate::sources::parser::Suffix;

mod choice;
mod odd;

/// Opcode and length of an instruction whose operand fits its shortest mode, as most do.
#[inline]
pub(crate) fn usual_mode(mnemonic: Mnemonic, operand: Value) -> Option<(u8, u8)> {
    let value = operand.value;
    let (short, long) = match operand.form {
        _ if operand.unknown || !(0..=0xffff).contains(&value) => return None,
        Form::Implied => {
            return Choice::Of(Mode::Implied)
                .opcode(mnemonic)
                .map(|opcode| (opcode, 1));
        }
        Form::Immediate => (Mode::Immediate, None),
        Form::Plain => (Mode::ZeroPage, Some(Mode::Absolute)),
        Form::IndexedX => (Mode::ZeroPageX, Some(Mode::AbsoluteX)),
        Form::IndexedY => (Mode::ZeroPageY, Some(Mode::AbsoluteY)),
        Form::IndexedIndirect => (Mode::IndexedIndirect, None),
        Form::IndirectIndexed => (Mode::IndirectIndexed, None),
        Form::Indirect => {
            return isa6502::encode(mnemonic, Mode::Indirect).map(|opcode| (opcode, 3));
        }
    };
    match isa6502::encode(mnemonic, short).filter(|_| value <= 0xff) {
        Some(opcode) => Some((opcode, 2)),
        None => isa6502::encode(mnemonic, long?).map(|opcode| (opcode, 3)),
    }
}

/// Assembles an instruction.
pub(crate) fn instruction(context: &mut Context, mnemonic: Mnemonic, line: &Line) -> Step {
    program_label(context, line);
    if let Operand::Encoded { bytes, count } = line.memo.operand.get() {
        return generate_code(context, bytes, count);
    }
    let suffix = !line.fields.suffix.is_empty();
    let simple = if suffix {
        None
    } else {
        evaluate_simple(context, line)
    };
    let value = match simple {
        Some(value) => {
            context.report.redo_if(value.unknown, Reason::Mnemonic);
            value
        }
        None => {
            warn_of_odd_operand(context, line);
            let mut item = Item::default();
            let unknown = evaluate_first(context, line, Syntax::Instruction, &mut item)?;
            for _ in 0..unknown {
                context.report.redo(Reason::Mnemonic);
            }
            item.without_text()
        }
    };
    if !suffix
        && let Some((opcode, count)) = usual_mode(mnemonic, value)
        && !context.options.examines_code()
    {
        let [low, high, ..] = value.value.to_le_bytes();
        let bytes = [opcode, low, high];
        if let Operand::Number { .. } | Operand::Empty = line.memo.operand.get() {
            line.memo.operand.set(Operand::Encoded { bytes, count });
        }
        return generate_code(context, bytes, count);
    }
    encode(context, mnemonic, value, line)
}

pub(crate) fn encode(
    context: &mut Context,
    mnemonic: Mnemonic,
    operand: Value,
    line: &Line,
) -> Step {
    let errors = context.report.messages.errors.len();
    if operand.form == Form::Plain
        && line.fields.suffix.is_empty()
        && let Some(opcode) = isa6502::encode(mnemonic, Mode::Relative)
    {
        return emit_branch(context, opcode, operand, line);
    }
    let Some((choice, opcode)) = choose(context, mnemonic, operand, line) else {
        return Ok(());
    };
    if choice == Choice::Of(Mode::Relative) {
        return emit_branch(context, opcode, operand, line);
    }
    let count = 1 + choice.size();
    if count > 1 && !operand.unknown && context.report.messages.errors.len() == errors {
        warn_of_lost_bits(context, operand.value, usize::from(count) - 1, line);
    }
    let [low, high, ..] = operand.value.to_le_bytes();
    let bytes = [opcode, low, high];
    note_cycles(context, opcode, operand);
    generate_code(context, bytes, count)
}

/// The bytes of an instruction: the first `count` of these.
pub(crate) fn generate_code(context: &mut Context, bytes: [u8; 3], count: u8) -> Step {
    context.emitter.block.clear();
    // Three bytes of fixed size are copied faster than one or two of any size.
    context.emitter.block.extend_from_slice(&bytes);
    let count = usize::from(count);
    context.emitter.block.truncate(count);
    generate(context, count)
}

pub(crate) fn choose(
    context: &mut Context,
    mnemonic: Mnemonic,
    operand: Value,
    line: &Line,
) -> Option<(Choice, u8)> {
    let needed = match operand.value {
        _ if operand.unknown => 2,
        value if value >= 0x100 => 2,
        0 => 0,
        _ => 1,
    };
    let mut choice = Choice::of_form(operand.form);
    while choice.opcode(mnemonic).is_none() {
        let Some(wider) = choice.wider() else {
            report_operand(context, Code::AddressingMode, mnemonic, line);
            context.report.redo(Reason::Mnemonic);
            return None;
        };
        choice = wider;
    }
    if let Some(suffix) = Suffix::parse(line.suffix()) {
        choice = force(context, mnemonic, choice, suffix, needed, line)?;
    }
    check_range(context, choice, operand, mnemonic, line);
    choice = widen(context, choice, mnemonic, operand, needed, line);
    choice.opcode(mnemonic).map(|opcode| (choice, opcode))
}

fn force(
    context: &mut Context,
    mnemonic: Mnemonic,
    choice: Choice,
    suffix: Suffix,
    needed: u8,
    line: &Line,
) -> Option<Choice> {
    let forced = choice
        .forced(suffix)
        .filter(|forced| forced.opcode(mnemonic).is_some());
    let Some(forced) = forced else {
        context.error_at(
            Code::ForcedMode,
            mnemonic.name(),
            line.text,
            line.fields.operation.start(),
        );
        context.report.redo(Reason::Mnemonic);
        return None;
    };
    if needed == 2 && matches!(suffix, Suffix::Byte | Suffix::ByteX | Suffix::ByteY) {
        let mut detail = described(mnemonic, line);
        detail.extend_from_slice(b", user requested byte mode");
        context.error_at(Code::ByteRange, detail, line.operand(), 0);
    }
    Some(forced)
}

fn check_range(
    context: &mut Context,
    choice: Choice,
    operand: Value,
    mnemonic: Mnemonic,
    line: &Line,
) {
    let value = operand.value;
    use Mode::*;
    match choice {
        Choice::Of(Immediate | ZeroPage | ZeroPageX | ZeroPageY) if value < -0xff => {
            let mut detail = b"negative ".to_vec();
            detail.extend(described(mnemonic, line));
            context.error_at(Code::ByteRange, detail, line.operand(), 0);
        }
        Choice::Of(Absolute | AbsoluteX | AbsoluteY | Indirect)
            if (!context.newer() || context.options.strict)
                && !(-0xffff..=0xffff).contains(&value) =>
        {
            report_operand(context, Code::WordRange, mnemonic, line);
        }
        _ => {}
    }
}

/// Widens the mode for the value, as far as the instruction allows.
fn widen(
    context: &mut Context,
    mut choice: Choice,
    mnemonic: Mnemonic,
    operand: Value,
    needed: u8,
    line: &Line,
) -> Choice {
    while needed > choice.size() {
        match choice
            .wider()
            .filter(|wider| wider.opcode(mnemonic).is_some())
        {
            Some(wider) => choice = wider,
            None if operand.unknown => break,
            None if choice == Choice::Of(Mode::Immediate) && operand.value < 0 => break,
            None => {
                report_operand(context, Code::ByteRange, mnemonic, line);
                break;
            }
        }
    }
    choice
}

fn report_operand(context: &mut Context, code: Code, mnemonic: Mnemonic, line: &Line) {
    let detail = described(mnemonic, line);
    let needle = if line.operand().is_empty() {
        line.operation()
    } else {
        line.operand()
    };
    context.error_at(code, detail, needle, 0);
}

/// Mnemonic and operand, as messages show them.
fn described(mnemonic: Mnemonic, line: &Line) -> Vec<u8> {
    let mut text = mnemonic.name().as_bytes().to_vec();
    text.push(b' ');
    text.extend_from_slice(line.operand());
    text
}

fn emit_branch(context: &mut Context, opcode: u8, operand: Value, line: &Line) -> Step {
    let here = context.emitter.segments.current().here();
    // Of an unknown target the distance is what a statement before left there.
    let mut distance = context.emitter.second_byte;
    if !operand.unknown && here.unknown {
        distance = 0;
    } else if !operand.unknown {
        let far = operand.value.wrapping_sub(here.value).wrapping_sub(2);
        distance = far as u8;
        if !(-128..=127).contains(&far) {
            context.error_at(Code::BranchRange, far.to_string(), line.operand(), 0);
            context.report.redo(Reason::Branch);
            distance = 0;
        }
    }
    context.emitter.block.clear();
    context.emitter.block.extend_from_slice(&[opcode, distance]);
    note_cycles(context, opcode, operand);
    generate(context, 2)
}
