//! Instructions: chooses the addressing mode, checks the operand, and generates the bytes.

use isa6502::{Mnemonic, Mode};

use crate::context::Context;
use crate::cycles::record_cycles;
use crate::encode::choice::Choice;
use crate::encode::misread_operands::warn_about_misread_operand;
use crate::encode::registers::warn_about_access;
use crate::error::{Abort, ErrorCode};
use crate::expression::machine::evaluate_operand;
use crate::generate::{generate, generate_constant, generate_memoized};
use crate::labels::program_label;
use crate::operand::item::{Form, Item, Syntax};
use crate::report::pass::Reason;
use crate::sources::line::Line;
use crate::sources::parser::Suffix;

mod choice;
mod misread_operands;
mod registers;

/// An instruction with its operand.
struct Instruction<'i> {
    mnemonic: Mnemonic,
    operand: &'i Item,
    line: &'i Line<'i>,
}

/// Assembles an instruction. If its operand is unknown, asks for another pass.
pub(crate) fn instruction(
    context: &mut Context,
    mnemonic: Mnemonic,
    line: &Line,
) -> Result<(), Abort> {
    program_label(context, line);
    if generate_memoized(context, line)? {
        return Ok(());
    }
    warn_about_misread_operand(context, line);
    let (items, constant) = evaluate_operand(context, line.operand(), Syntax::Instruction)?;
    for item in &items {
        context.report.redo_if(item.unknown, Reason::Mnemonic);
    }
    let instruction = Instruction {
        mnemonic,
        operand: &items[0],
        line,
    };
    encode(context, &instruction, constant)
}

fn encode(context: &mut Context, instruction: &Instruction, constant: bool) -> Result<(), Abort> {
    let Instruction {
        mnemonic,
        operand,
        line,
    } = *instruction;
    let error_count = context.report.messages.errors.len();
    if operand.form == Form::Plain
        && line.fields.suffix.is_empty()
        && let Some(opcode) = isa6502::encode(mnemonic, Mode::Relative)
    {
        return emit_branch(context, opcode, operand, line);
    }
    let Some((choice, opcode)) = choose(context, instruction) else {
        return Ok(());
    };
    // A branch without a suffix was encoded above. For a branch with a suffix, `choose` returns the
    // branch mode.
    if choice == Choice::Of(Mode::Relative) {
        return emit_branch(context, opcode, operand, line);
    }
    if let Choice::Of(mode) = choice {
        if mode == Mode::Indirect && !operand.unknown && operand.value & 0xff == 0xff {
            warn_about_straddling_pointer(context, operand.value, line);
        }
        if context.options.warnings.registers {
            warn_about_access(context, mnemonic, mode, operand, line);
        }
    }
    let count = 1 + choice.size();
    if count > 1 && !operand.unknown && context.report.messages.errors.len() == error_count {
        context.warn_about_lost_bits(operand.value, usize::from(count) - 1, line);
    }
    let [low, high, ..] = operand.value.to_le_bytes();
    record_cycles(context, opcode, operand);
    let block = &mut context.emitter.block;
    block.clear();
    // A copy of a fixed length needs no call.
    block.extend_from_slice(&[opcode, low, high]);
    block.truncate(usize::from(count));
    if constant {
        generate_constant(context, line)
    } else {
        generate(context, usize::from(count))
    }
}

/// Warns about a pointer that straddles a page boundary, which the 6502 reads incorrectly.
fn warn_about_straddling_pointer(context: &mut Context, pointer: i64, line: &Line) {
    let wrong = pointer & 0xff00;
    let message = format!("the 6502 reads the high byte of this pointer from ${wrong:04x}");
    let help = "move the pointer away from the end of its page";
    context.warn_at(message, line, line.fields.operand, help);
}

/// Chooses the mode and opcode. If no mode is suitable, reports an error and returns `None`.
fn choose(context: &mut Context, instruction: &Instruction) -> Option<(Choice, u8)> {
    let mnemonic = instruction.mnemonic;
    let mut choice = Choice::of_form(instruction.operand.form);
    while choice.opcode(mnemonic).is_none() {
        let Some(wider) = choice.wider() else {
            instruction.report(context, ErrorCode::AddressingMode);
            context.report.redo(Reason::Mnemonic);
            return None;
        };
        choice = wider;
    }
    if let Some(suffix) = Suffix::parse(instruction.line.suffix()) {
        choice = apply_suffix(context, instruction, choice, suffix)?;
    }
    check_range(context, instruction, choice);
    choice = widen(context, instruction, choice);
    choice.opcode(mnemonic).map(|opcode| (choice, opcode))
}

fn apply_suffix(
    context: &mut Context,
    instruction: &Instruction,
    choice: Choice,
    suffix: Suffix,
) -> Option<Choice> {
    let Instruction { mnemonic, line, .. } = *instruction;
    let forced = choice
        .forced(suffix)
        .filter(|forced| forced.opcode(mnemonic).is_some());
    if forced.is_none() {
        let at = line.fields.operation.start();
        context.error_at(ErrorCode::ForcedMode, mnemonic.name(), line.text, at);
        context.report.redo(Reason::Mnemonic);
    } else if instruction.needed_size() == 2
        && matches!(suffix, Suffix::Byte | Suffix::ByteX | Suffix::ByteY)
    {
        let detail = [&instruction.statement(), &b", user requested byte mode"[..]].concat();
        context.error_at(ErrorCode::ByteRange, detail, line.operand(), 0);
    }
    forced
}

fn check_range(context: &mut Context, instruction: &Instruction, choice: Choice) {
    let value = instruction.operand.value;
    use Mode::*;
    match choice {
        Choice::Of(Immediate | ZeroPage | ZeroPageX | ZeroPageY) if value < -0xff => {
            let detail = [b"negative ", &instruction.statement()[..]].concat();
            context.error_at(ErrorCode::ByteRange, detail, instruction.line.operand(), 0);
        }
        Choice::Of(Absolute | AbsoluteX | AbsoluteY | Indirect)
            if (!context.is_newer_dialect() || context.options.strict)
                && !(-0xffff..=0xffff).contains(&value) =>
        {
            instruction.report(context, ErrorCode::WordRange);
        }
        _ => {}
    }
}

/// Widens the mode until the value fits or the instruction has no wider mode.
fn widen(context: &mut Context, instruction: &Instruction, mut choice: Choice) -> Choice {
    let operand = instruction.operand;
    while instruction.needed_size() > choice.size() {
        match choice
            .wider()
            .filter(|wider| wider.opcode(instruction.mnemonic).is_some())
        {
            Some(wider) => choice = wider,
            None if operand.unknown => break,
            None if choice == Choice::Of(Mode::Immediate) && operand.value < 0 => break,
            None => {
                instruction.report(context, ErrorCode::ByteRange);
                break;
            }
        }
    }
    choice
}

impl Instruction<'_> {
    /// Returns the operand size, in bytes, that the value needs: 0 for the value 0, 1 for a
    /// negative value, and 2 for an unknown one.
    fn needed_size(&self) -> u8 {
        match self.operand.value {
            _ if self.operand.unknown => 2,
            value if value >= 0x100 => 2,
            0 => 0,
            _ => 1,
        }
    }

    fn report(&self, context: &mut Context, code: ErrorCode) {
        let needle = match self.line.operand() {
            b"" => self.line.operation(),
            operand => operand,
        };
        context.error_at(code, self.statement(), needle, 0);
    }

    /// Returns the mnemonic and operand in the form that messages show.
    fn statement(&self) -> Vec<u8> {
        [self.mnemonic.name().as_bytes(), b" ", self.line.operand()].concat()
    }
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
    let mut in_range = true;
    if !operand.unknown && here.unknown {
        distance = 0;
    } else if !operand.unknown {
        let delta = operand.value.wrapping_sub(here.value).wrapping_sub(2);
        distance = delta as u8;
        if !(-128..=127).contains(&delta) {
            context.error_at(ErrorCode::BranchRange, delta.to_string(), line.operand(), 0);
            context.report.redo(Reason::Branch);
            distance = 0;
            in_range = false;
        }
    }
    context.emitter.block.clear();
    context.emitter.block.extend_from_slice(&[opcode, distance]);
    if in_range {
        record_cycles(context, opcode, operand);
    }
    generate(context, 2)
}
