//! Instructions: choice of the addressing mode, checks, bytes.

mod choice;

use isa6502::{Mnemonic, Mode};

use crate::assembler::{Assembler, Step};
use crate::diagnostic::Code;
use crate::expression::{Context, Form, Item, Operand, Value};
use crate::line::Line;
use crate::parser::Suffix;
use crate::passes::Reason;
use choice::Choice;

impl Assembler<'_> {
    /// Assembles an instruction.
    pub(crate) fn instruction(&mut self, mnemonic: Mnemonic, line: &Line) -> Step {
        self.program_label(line);
        if let Operand::Encoded { bytes, count } = line.memo.operand.get() {
            return self.generate_code(bytes, count);
        }
        let suffix = !line.fields.suffix.is_empty();
        let simple = if suffix {
            None
        } else {
            self.evaluate_simple(line)
        };
        let value = match simple {
            Some(value) => {
                self.redo_if(value.unknown, Reason::Mnemonic);
                value
            }
            None => {
                self.warn_of_odd_operand(line);
                let mut item = Item::default();
                let unknown = self.evaluate_first(line, Context::Instruction, &mut item)?;
                for _ in 0..unknown {
                    self.redo(Reason::Mnemonic);
                }
                item.without_text()
            }
        };
        if !suffix
            && let Some((opcode, count)) = usual_mode(mnemonic, value)
            && !self.examines_code()
        {
            let [low, high, ..] = value.value.to_le_bytes();
            let bytes = [opcode, low, high];
            if let Operand::Number { .. } | Operand::Empty = line.memo.operand.get() {
                line.memo.operand.set(Operand::Encoded { bytes, count });
            }
            return self.generate_code(bytes, count);
        }
        self.encode(mnemonic, value, line)
    }

    /// Operands that dasm takes without a word, though they hardly mean what they say.
    fn warn_of_odd_operand(&mut self, line: &Line) {
        let operand = line.operand();
        let groups = memchr::memchr(b'(', operand).is_some();
        let problem = if groups && never_closed(operand) {
            ("the parenthesis is not closed", "add the )")
        } else if operand.starts_with(b"##") {
            ("## means the same as #", "remove one #")
        } else if operand.starts_with(b"#") && Suffix::parse(line.suffix()).is_some() {
            (
                "the suffix turns the immediate operand into an address",
                "remove the suffix",
            )
        } else if operand.starts_with(b"(") && follows_parenthesis(operand) {
            (
                "text behind the ) makes this an absolute operand",
                "use [ ] to group",
            )
        } else {
            return;
        };
        if memchr::memchr2(b'"', b'\'', operand).is_some() {
            return; // Where a quote protects what stands behind it, none of this can be told.
        }
        let at = line.fields.operand.start();
        self.warn_at(problem.0.to_owned(), line, at, Some(problem.1));
    }

    fn encode(&mut self, mnemonic: Mnemonic, operand: Value, line: &Line) -> Step {
        let errors = self.messages.errors.len();
        if operand.form == Form::Plain
            && line.fields.suffix.is_empty()
            && let Some(opcode) = isa6502::encode(mnemonic, Mode::Relative)
        {
            return self.emit_branch(opcode, operand, line);
        }
        let Some((choice, opcode)) = self.choose(mnemonic, operand, line) else {
            return Ok(());
        };
        if choice == Choice::Of(Mode::Relative) {
            return self.emit_branch(opcode, operand, line);
        }
        let count = 1 + choice.size();
        if count > 1 && !operand.unknown && self.messages.errors.len() == errors {
            self.warn_of_lost_bits(operand.value, usize::from(count) - 1, line);
        }
        let [low, high, ..] = operand.value.to_le_bytes();
        let bytes = [opcode, low, high];
        self.note_cycles(opcode, operand);
        self.generate_code(bytes, count)
    }

    /// The bytes of an instruction: the first `count` of these.
    pub(crate) fn generate_code(&mut self, bytes: [u8; 3], count: u8) -> Step {
        self.block.clear();
        // Three bytes of fixed size are copied faster than one or two of any size.
        self.block.extend_from_slice(&bytes);
        let count = usize::from(count);
        self.block.truncate(count);
        self.generate(count)
    }

    fn choose(&mut self, mnemonic: Mnemonic, operand: Value, line: &Line) -> Option<(Choice, u8)> {
        let needed = match operand.value {
            _ if operand.unknown => 2,
            value if value >= 0x100 => 2,
            0 => 0,
            _ => 1,
        };
        let mut choice = Choice::of_form(operand.form);
        while choice.opcode(mnemonic).is_none() {
            let Some(wider) = choice.wider() else {
                self.report(Code::AddressingMode, mnemonic, line);
                self.redo(Reason::Mnemonic);
                return None;
            };
            choice = wider;
        }
        if let Some(suffix) = Suffix::parse(line.suffix()) {
            choice = self.force(mnemonic, choice, suffix, needed, line)?;
        }
        self.check_range(choice, operand, mnemonic, line);
        choice = self.widen(choice, mnemonic, operand, needed, line);
        choice.opcode(mnemonic).map(|opcode| (choice, opcode))
    }

    fn force(
        &mut self,
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
            self.error_at(
                Code::ForcedMode,
                mnemonic.name(),
                line.text,
                line.fields.operation.start(),
            );
            self.redo(Reason::Mnemonic);
            return None;
        };
        if needed == 2 && matches!(suffix, Suffix::Byte | Suffix::ByteX | Suffix::ByteY) {
            let mut detail = self.described(mnemonic, line);
            detail.extend_from_slice(b", user requested byte mode");
            self.error_at(Code::ByteRange, detail, line.operand(), 0);
        }
        Some(forced)
    }

    fn check_range(&mut self, choice: Choice, operand: Value, mnemonic: Mnemonic, line: &Line) {
        let value = operand.value;
        use Mode::*;
        match choice {
            Choice::Of(Immediate | ZeroPage | ZeroPageX | ZeroPageY) if value < -0xff => {
                let mut detail = b"negative ".to_vec();
                detail.extend(self.described(mnemonic, line));
                self.error_at(Code::ByteRange, detail, line.operand(), 0);
            }
            Choice::Of(Absolute | AbsoluteX | AbsoluteY | Indirect)
                if (!self.newer() || self.options.strict)
                    && !(-0xffff..=0xffff).contains(&value) =>
            {
                self.report(Code::WordRange, mnemonic, line);
            }
            _ => {}
        }
    }

    /// Makes room for the value, as far as the instruction allows.
    fn widen(
        &mut self,
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
                    self.report(Code::ByteRange, mnemonic, line);
                    break;
                }
            }
        }
        choice
    }

    fn report(&mut self, code: Code, mnemonic: Mnemonic, line: &Line) {
        let detail = self.described(mnemonic, line);
        let needle = if line.operand().is_empty() {
            line.operation()
        } else {
            line.operand()
        };
        self.error_at(code, detail, needle, 0);
    }

    /// Mnemonic and operand, as messages show them.
    fn described(&self, mnemonic: Mnemonic, line: &Line) -> Vec<u8> {
        let mut text = mnemonic.name().as_bytes().to_vec();
        text.push(b' ');
        text.extend_from_slice(line.operand());
        text
    }

    fn emit_branch(&mut self, opcode: u8, operand: Value, line: &Line) -> Step {
        let here = self.segments.current().here();
        // Of an unknown target the distance is what a statement before left there.
        let mut distance = self.second_byte;
        if !operand.unknown && here.unknown {
            distance = 0;
        } else if !operand.unknown {
            let far = operand.value.wrapping_sub(here.value).wrapping_sub(2);
            distance = far as u8;
            if !(-128..=127).contains(&far) {
                self.error_at(Code::BranchRange, far.to_string(), line.operand(), 0);
                self.redo(Reason::Branch);
                distance = 0;
            }
        }
        self.block.clear();
        self.block.extend_from_slice(&[opcode, distance]);
        self.note_cycles(opcode, operand);
        self.generate(2)
    }
}

/// Opcode and length of an instruction whose operand fits the shortest mode it has: all but some
/// of them.
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

/// True if there are more opening than closing parentheses.
fn never_closed(operand: &[u8]) -> bool {
    let depth = operand.iter().fold(0, |depth, &byte| match byte {
        b'(' => depth + 1,
        b')' => depth - 1,
        _ => depth,
    });
    depth > 0
}

/// True if an operator follows the `)` that closes the first `(`.
fn follows_parenthesis(operand: &[u8]) -> bool {
    let mut depth = 0;
    let close = operand.iter().position(|byte| {
        depth += i32::from(*byte == b'(') - i32::from(*byte == b')');
        depth == 0
    });
    let rest = close.map_or(&[][..], |close| operand[close + 1..].trim_ascii());
    rest.first().is_some_and(|&byte| byte != b',')
}
