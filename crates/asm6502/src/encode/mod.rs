//! Instructions: chooses the addressing mode, checks the operand, and generates the bytes.

use isa6502::{Mnemonic, Mode};

use crate::checks::warn_of_lost_bits;
use crate::context::Context;
use crate::cycles::record_cycles;
use crate::encode::choice::Choice;
use crate::encode::odd::warn_of_odd_operand;
use crate::encode::registers::warn_of_access;
use crate::error::{Abort, ErrorCode};
use crate::expression::machine::evaluate_operand;
use crate::generate::{generate, generate_constant, generate_remembered};
use crate::labels::program_label;
use crate::operand::item::{Form, Item, Syntax};
use crate::report::pass::Reason;
use crate::sources::line::Line;
use crate::sources::parser::Suffix;

mod choice;
mod odd;
mod registers;

/// Assembles an instruction. If its operand is unknown, asks for another pass.
pub(crate) fn instruction(
    context: &mut Context,
    mnemonic: Mnemonic,
    line: &Line,
) -> Result<(), Abort> {
    program_label(context, line);
    if generate_remembered(context, line)? {
        return Ok(());
    }
    warn_of_odd_operand(context, line);
    let (items, constant) = evaluate_operand(context, line.operand(), Syntax::Instruction)?;
    for item in &items {
        context.report.redo_if(item.unknown, Reason::Mnemonic);
    }
    encode(context, mnemonic, &items[0], constant, line)
}

fn encode(
    context: &mut Context,
    mnemonic: Mnemonic,
    operand: &Item,
    constant: bool,
    line: &Line,
) -> Result<(), Abort> {
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
    // A branch without a suffix was encoded above. For a branch with a suffix, `choose` returns the
    // branch mode.
    if choice == Choice::Of(Mode::Relative) {
        return emit_branch(context, opcode, operand, line);
    }
    if let Choice::Of(mode) = choice {
        if mode == Mode::Indirect && !operand.unknown && operand.value & 0xff == 0xff {
            warn_of_page_end(context, operand.value, line);
        }
        if context.options.warnings.registers {
            warn_of_access(context, mnemonic, mode, operand, line);
        }
    }
    let count = 1 + choice.size();
    if count > 1 && !operand.unknown && context.report.messages.errors.len() == errors {
        warn_of_lost_bits(context, operand.value, usize::from(count) - 1, line);
    }
    let [low, high, ..] = operand.value.to_le_bytes();
    record_cycles(context, opcode, operand);
    let block = &mut context.emitter.block;
    block.clear();
    block.extend_from_slice(&[opcode, low, high][..usize::from(count)]);
    if constant {
        generate_constant(context, line)
    } else {
        generate(context, usize::from(count))
    }
}

/// Warns of a pointer that straddles a page boundary, which the 6502 reads incorrectly.
fn warn_of_page_end(context: &mut Context, pointer: i64, line: &Line) {
    let wrong = pointer & 0xff00;
    let message = format!("the 6502 reads the high byte of this pointer from ${wrong:04x}");
    let help = "move the pointer away from the end of its page";
    context.warn_at(message, line, line.fields.operand.start(), Some(help));
}

/// Chooses the mode and opcode. If there are none, reports an error and returns `None`.
fn choose(
    context: &mut Context,
    mnemonic: Mnemonic,
    operand: &Item,
    line: &Line,
) -> Option<(Choice, u8)> {
    // The operand size, in bytes, that the value needs: 0 for the value 0, 1 for a negative value,
    // and 2 for an unknown one.
    let needed = match operand.value {
        _ if operand.unknown => 2,
        value if value >= 0x100 => 2,
        0 => 0,
        _ => 1,
    };
    let mut choice = Choice::of_form(operand.form);
    while choice.opcode(mnemonic).is_none() {
        let Some(wider) = choice.wider() else {
            report_operand(context, ErrorCode::AddressingMode, mnemonic, line);
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
            ErrorCode::ForcedMode,
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
        context.error_at(ErrorCode::ByteRange, detail, line.operand(), 0);
    }
    Some(forced)
}

fn check_range(
    context: &mut Context,
    choice: Choice,
    operand: &Item,
    mnemonic: Mnemonic,
    line: &Line,
) {
    let value = operand.value;
    use Mode::*;
    match choice {
        Choice::Of(Immediate | ZeroPage | ZeroPageX | ZeroPageY) if value < -0xff => {
            let mut detail = b"negative ".to_vec();
            detail.extend(described(mnemonic, line));
            context.error_at(ErrorCode::ByteRange, detail, line.operand(), 0);
        }
        Choice::Of(Absolute | AbsoluteX | AbsoluteY | Indirect)
            if (!context.newer() || context.options.strict)
                && !(-0xffff..=0xffff).contains(&value) =>
        {
            report_operand(context, ErrorCode::WordRange, mnemonic, line);
        }
        _ => {}
    }
}

/// Widens the mode until the value fits or the instruction has no wider mode.
fn widen(
    context: &mut Context,
    mut choice: Choice,
    mnemonic: Mnemonic,
    operand: &Item,
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
                report_operand(context, ErrorCode::ByteRange, mnemonic, line);
                break;
            }
        }
    }
    choice
}

fn report_operand(context: &mut Context, code: ErrorCode, mnemonic: Mnemonic, line: &Line) {
    let detail = described(mnemonic, line);
    let needle = if line.operand().is_empty() {
        line.operation()
    } else {
        line.operand()
    };
    context.error_at(code, detail, needle, 0);
}

/// Returns the mnemonic and operand in the form that messages show.
fn described(mnemonic: Mnemonic, line: &Line) -> Vec<u8> {
    let mut text = mnemonic.name().as_bytes().to_vec();
    text.push(b' ');
    text.extend_from_slice(line.operand());
    text
}

fn emit_branch(
    context: &mut Context,
    opcode: u8,
    operand: &Item,
    line: &Line,
) -> Result<(), Abort> {
    let here = context.emitter.segments.current().here();
    // As in dasm, a branch to an unknown target gets the second byte of an earlier statement as its
    // distance.
    let mut distance = context.emitter.second_byte;
    let mut is_near = true;
    if !operand.unknown && here.unknown {
        distance = 0;
    } else if !operand.unknown {
        let far = operand.value.wrapping_sub(here.value).wrapping_sub(2);
        distance = far as u8;
        if !(-128..=127).contains(&far) {
            context.error_at(ErrorCode::BranchRange, far.to_string(), line.operand(), 0);
            context.report.redo(Reason::Branch);
            distance = 0;
            is_near = false;
        }
    }
    context.emitter.block.clear();
    context.emitter.block.extend_from_slice(&[opcode, distance]);
    if is_near {
        record_cycles(context, opcode, operand);
    }
    generate(context, 2)
}
