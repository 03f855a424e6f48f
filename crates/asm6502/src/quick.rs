//! The short way of instructions that have been met before.
//!
//! Without a listing, a line of nothing but an instruction needs neither its text nor a look at
//! most of the state. What is out of the ordinary is left to the long way.

use isa6502::{Mnemonic, Mode};
use smallvec::SmallVec;

use crate::assembler::{Assembler, Step};
use crate::encode::usual_mode;
use crate::expression::{ArgumentValue, Form, Operand, Shape, Slot, Value};
use crate::input::FrameKind;
use crate::line::Memo;
use crate::mnemonics::Operation;
use crate::symbols::{Content, SymbolId};

/// An opcode with its operand, and the length of both.
pub(crate) type Code = ([u8; 3], u8);

impl Assembler<'_> {
    /// The bytes of the instruction, if they follow from what is remembered of its line, which
    /// has no label and no suffix.
    #[inline]
    pub fn quick_code(&mut self, memo: &Memo) -> Option<Code> {
        match memo.operand.get() {
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

    /// The bytes of an instruction within a macro whose operand is an argument.
    pub fn quick_argument(&mut self, memo: &Memo, slot: Slot) -> Option<Code> {
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

    /// Generates the bytes of an instruction that is not listed.
    #[inline]
    pub fn quick_generate(&mut self, (bytes, count): Code) -> Step {
        let count = usize::from(count);
        let segment = self.segments.current_mut();
        let address = segment.origin;
        let written = !segment.uninitialized && self.pass.redos == 0;
        let unusual = self.pass.nothing_written || !self.first_pass_wrote || self.options.map;
        if unusual || written && !self.output.append(address.value, &bytes[..count]) {
            return self.generate_code(bytes, count as u8);
        }
        if count > 1 {
            self.second_byte = bytes[1];
        }
        segment.advance(count);
        let end = segment.origin.value;
        if end as u64 > self.options.address_limit {
            return self.too_large(end);
        }
        Ok(())
    }
}
