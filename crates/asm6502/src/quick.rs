//! The short way of lines with nothing but an instruction, or nothing but a comment.
//!
//! Without a listing, they need no look at most of the state; and those that have been met before
//! not even their text. What is out of the ordinary is left to the long way.

use isa6502::{Mnemonic, Mode};
use smallvec::SmallVec;

use crate::assembler::{Abort, Assembler, Step};
use crate::encode::usual_mode;
use crate::expression::{ArgumentValue, Form, Operand, Shape, Slot, Value};
use crate::input::{Frame, FrameKind};
use crate::line::{Line, Memo};
use crate::mnemonics::Operation;
use crate::script::{Chunk, Glance};
use crate::symbols::{Content, SymbolId};

/// An opcode with its operand, and the length of both.
pub(crate) type Code = ([u8; 3], u8);

impl Assembler<'_> {
    /// Runs lines of the innermost frame as long as the short way will do. False if the next line
    /// has to go the long way.
    pub fn run_quick_lines(&mut self, chunk: &Chunk) -> Result<bool, Abort> {
        let active = self.active();
        let Some((first, mut number)) = self.frames.last().map(Frame::position) else {
            return Ok(false);
        };
        let mut next = first;
        while let Some(glance) = chunk.glance(next) {
            let code = match glance {
                Glance::Blank(lines) => {
                    number += u32::from(lines);
                    next += 1;
                    continue;
                }
                Glance::Bare(memo) if active => match memo.operand.get() {
                    Operand::Unread => {
                        let Some(line) = chunk.plain_line(next) else {
                            break;
                        };
                        let code = self.first_code(&line);
                        if code.is_none() {
                            self.pass_lines(first, next + 1, number + 1)?;
                            return self.statement(&line).map(|()| true);
                        }
                        code
                    }
                    known => self.quick_code(memo, known),
                },
                Glance::Bare(_) if self.is_skipped(chunk, next) => {
                    number += 1;
                    next += 1;
                    continue;
                }
                Glance::Slot(memo, slot) if active => self.quick_argument(memo, slot),
                _ => None,
            };
            let Some(code) = code else { break };
            number += 1;
            next += 1;
            if !self.append(code) {
                self.pass_lines(first, next, number)?;
                let (bytes, count) = code;
                self.generate_code(bytes, count)
                    .inspect_err(|_| self.excerpt_of(chunk, next - 1))?;
                return Ok(true);
            }
        }
        self.pass_lines(first, next, number)?;
        Ok(false)
    }

    /// The innermost frame has come from one entry to another, and to the line of that number.
    fn pass_lines(&mut self, first: usize, next: usize, number: u32) -> Step {
        if let Some(frame) = self.frames.last_mut() {
            frame.go_to(next, number);
        }
        self.count_statements((next - first) as u64)
    }

    /// The bytes of the instruction, if they follow from what is remembered of its line.
    #[inline]
    fn quick_code(&mut self, memo: &Memo, operand: Operand) -> Option<Code> {
        match operand {
            Operand::Encoded { bytes, count } => Some((bytes, count)),
            Operand::Name {
                symbol: Some(id),
                shape,
            } => {
                let operation = self.operations.get(u32::from(memo.operation.get()));
                let Some(Operation::Instruction(mnemonic)) = operation else {
                    return None;
                };
                self.quick_name(mnemonic, id, shape)
            }
            _ => None,
        }
    }

    /// The bytes of an instruction that is met for the first time. Its meaning is remembered.
    #[inline]
    fn first_code(&mut self, line: &Line) -> Option<Code> {
        let Some(Operation::Instruction(mnemonic)) = self.operation(line) else {
            return None;
        };
        let (value, form) = match self.read_operand(line) {
            Operand::Empty => (0, Form::Implied),
            Operand::Number { value, form } => (i64::from(value), form),
            known => return self.quick_code(line.memo, known),
        };
        let operand = Value {
            value,
            unknown: false,
            form,
        };
        let (opcode, count) = usual_mode(mnemonic, operand)?;
        let [low, high, ..] = value.to_le_bytes();
        let bytes = [opcode, low, high];
        line.memo.operand.set(Operand::Encoded { bytes, count });
        Some((bytes, count))
    }

    /// True for a line that does nothing where nothing is assembled.
    fn is_skipped(&self, chunk: &Chunk, index: usize) -> bool {
        let operation = chunk.plain_line(index).map(|line| self.operation(&line));
        match operation {
            Some(Some(Operation::Directive(directive))) => !directive.always,
            Some(_) => true,
            None => false,
        }
    }

    /// The bytes of an instruction within a macro whose operand is an argument.
    fn quick_argument(&mut self, memo: &Memo, slot: Slot) -> Option<Code> {
        let operation = self.operations.get(u32::from(memo.operation.get()));
        let Some(Operation::Instruction(mnemonic)) = operation else {
            return None;
        };
        match self.argument(slot.argument)? {
            ArgumentValue::Number(value) => {
                self.stacks.remember_shape(slot.shape);
                self.quick_value(mnemonic, i64::from(value), slot.shape)
            }
            ArgumentValue::Symbol(id) => self.quick_name(mnemonic, id, slot.shape),
            _ => None,
        }
    }

    fn argument(&mut self, number: u8) -> Option<ArgumentValue> {
        let FrameKind::Macro { arguments, .. } = &self.frames.last()?.kind else {
            return None;
        };
        let value = arguments.value(number)?;
        if value != ArgumentValue::Unread {
            return Some(value);
        }
        if !arguments.are_plain() || !arguments.are_tight() {
            return None;
        }
        let text: SmallVec<[u8; 32]> = SmallVec::from_slice(arguments.get(i64::from(number))?);
        let value = self.argument_value(&text);
        if let FrameKind::Macro { arguments, .. } = &self.frames.last()?.kind {
            arguments.set_value(number, value);
        }
        Some(value)
    }

    #[inline]
    fn quick_name(&mut self, mnemonic: Mnemonic, id: SymbolId, shape: Shape) -> Option<Code> {
        let symbol = self.symbols.get_mut(id);
        if symbol.unknown || symbol.content != Content::Number || !self.scopes.see(symbol.scope) {
            return None;
        }
        symbol.referenced = true;
        symbol.used_in_pass = self.pass.number;
        let value = symbol.value;
        self.stacks.remember_shape(shape);
        self.quick_value(mnemonic, value, shape)
    }

    #[inline]
    fn quick_value(&self, mnemonic: Mnemonic, value: i64, shape: Shape) -> Option<Code> {
        let value = shape.value(value);
        let operand = Value {
            value,
            unknown: false,
            form: shape.form(),
        };
        if operand.form == Form::Plain
            && let Some(opcode) = isa6502::encode(mnemonic, Mode::Relative)
        {
            let here = self.segments.current().here();
            let distance = value.wrapping_sub(here.value).wrapping_sub(2);
            let near = !here.unknown && (-128..=127).contains(&distance);
            return near.then_some(([opcode, distance as u8, 0], 2));
        }
        let (opcode, count) = usual_mode(mnemonic, operand)?;
        let [low, high, ..] = value.to_le_bytes();
        Some(([opcode, low, high], count))
    }

    /// Adds the bytes of an instruction to the segment and the binary. False, with nothing done,
    /// if that takes more than adding them.
    #[inline]
    fn append(&mut self, (bytes, count): Code) -> bool {
        let count = usize::from(count);
        let segment = self.segments.current_mut();
        let address = segment.origin.value;
        let end = address.wrapping_add(count as i64);
        if end as u64 > self.options.address_limit || self.options.map {
            return false;
        }
        if !segment.uninitialized {
            if !self.first_pass_wrote && self.pass.number == 1 {
                return false;
            }
            if self.pass.redos == 0
                && (self.pass.nothing_written || !self.output.append(address, &bytes[..count]))
            {
                return false;
            }
        }
        if count > 1 {
            self.second_byte = bytes[1];
        }
        segment.advance(count);
        true
    }
}
