//! From the text of an operand to the program that computes it.
//!
//! The compiler handles what most sources use: numbers, names, operators, brackets, addressing
//! forms. It follows the stack machine operator by operator, without values. It gives up on
//! everything unusual, which includes everything that the stack machine has a message for.

use crate::operand::operators::{Operator, PREFIX};
use crate::operand::program::{Op, OpKind};
use crate::operand::scan::{Literal, index_letter, literal, name_length};
use crate::operand::stacks::MOST_OPERATORS;
use crate::operand::value::{Form, Syntax};
use crate::text::skip_blanks;

/// How the next ambiguous character is read: does the stack machine expect an operand?
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Expects {
    Operand,
    Operator,
    /// It depends on whether the operands of a `%` are known.
    Unclear,
}

pub(crate) struct Compiler<'t> {
    text: &'t [u8],
    at: usize,
    /// Names may hold braces.
    braces: bool,
    ops: &'t mut Vec<Op>,
    /// The operators that are pending.
    operators: [Operator; MOST_OPERATORS],
    pending: usize,
    expects: Expects,
    /// A value is missing: at the start, and behind an operator or an opening bracket.
    open: bool,
    /// Parentheses are addressing syntax.
    addressing: bool,
    /// Strings may be items.
    texts: bool,
    form: Form,
    /// An index has been read; nothing but a `)` may follow.
    indexed: bool,
    /// The last item has been written.
    complete: bool,
}

impl<'t> Compiler<'t> {
    pub fn new(text: &'t [u8], syntax: Syntax, braces: bool, ops: &'t mut Vec<Op>) -> Self {
        Compiler {
            text,
            at: 0,
            braces,
            ops,
            operators: [Operator::Bracket; MOST_OPERATORS],
            pending: 0,
            expects: Expects::Operand,
            open: true,
            addressing: syntax == Syntax::Instruction,
            texts: syntax == Syntax::Data,
            form: Form::Implied,
            indexed: false,
            complete: false,
        }
    }

    /// Writes the program, in which names are places in the text.
    pub fn compile(mut self) -> Option<()> {
        if self.text.len() >= 1 << Op::HALF {
            return None;
        }
        while let Some(&byte) = self.text.get(self.at) {
            self.token(byte)?;
        }
        if !self.complete {
            self.item()?;
        }
        if !self.ops.last_mut().is_some_and(Op::end_here) {
            self.push(OpKind::End, 0);
        }
        Some(())
    }

    fn push(&mut self, kind: OpKind, payload: u32) {
        self.ops.push(Op::new(kind, payload));
    }

    fn token(&mut self, byte: u8) -> Option<()> {
        let next = self.text.get(self.at + 1).copied();
        let start = self.at;
        self.at += 1;
        if self.indexed && !matches!(byte, b' ' | b')') {
            return None;
        }
        match byte {
            b' ' => Some(()),
            b'#' if start == 0 => {
                self.form = Form::Immediate;
                self.addressing = false;
                Some(())
            }
            b'(' if self.addressing => {
                self.form = Form::Indirect;
                Some(())
            }
            b')' if self.addressing => self.close_addressing(),
            b'[' | b'(' => self.operand_expected()?.bracket(),
            b']' | b')' => self.close_bracket(),
            b',' => self.comma(start),
            b'"' => self.string(),
            b'!' if !self.open && next != Some(b'=') => None,
            _ if !self.open => {
                let (operator, length) = Operator::of_binary(byte, next)?;
                self.binary(operator, length)
            }
            _ if let Some(operator) = Operator::of_prefix(byte) => self.prefix(operator),
            b'*' => {
                self.operand_expected()?.push(OpKind::Here, 0);
                self.value()
            }
            b'%' => self.operand_expected()?.literal(start),
            b'\'' if next.is_none() => None,
            b'$' | b'\'' | b'0'..=b'9' => self.literal(start),
            _ => match name_length(&self.text[start..], self.braces) {
                0 => None,
                length => self.name(start, length),
            },
        }
    }

    /// Continues if the stack machine would read the next character as part of an operand.
    fn operand_expected(&mut self) -> Option<&mut Self> {
        (self.open && self.expects == Expects::Operand).then_some(self)
    }

    fn literal(&mut self, start: usize) -> Option<()> {
        match literal(self.text, start) {
            Literal::Number(value, end) => {
                self.at = end;
                self.number(value)
            }
            Literal::Name(end) => self.name(start, end - start),
        }
    }

    fn number(&mut self, value: i64) -> Option<()> {
        self.ops.push(Op::of_number(value)?);
        self.value()
    }

    fn name(&mut self, start: usize, length: usize) -> Option<()> {
        self.at = start + length;
        self.ops.push(Op::of_places(OpKind::Name, start, self.at));
        self.value()
    }

    /// A string that is an item of its own.
    fn string(&mut self) -> Option<()> {
        if !self.texts || !self.open || self.pending > 0 {
            return None;
        }
        let start = self.at;
        let end = start + memchr::memchr(b'"', &self.text[start..])?;
        self.ops.push(Op::of_places(OpKind::Text, start, end));
        self.at = skip_blanks(self.text, end + 1);
        match self.text.get(self.at) {
            None => self.complete = true,
            Some(b',') if index_letter(self.text, self.at).is_none() => self.at += 1,
            Some(_) => return None,
        }
        Some(())
    }

    /// A value is complete: prefix operators directly before it apply.
    fn value(&mut self) -> Option<()> {
        self.open = false;
        self.expects = Expects::Operator;
        while let Some(operator) = self.pop(PREFIX) {
            self.operator(operator);
        }
        Some(())
    }

    /// The last pending operator, if it has that priority at least.
    fn pop(&mut self, priority: u8) -> Option<Operator> {
        let count = self.pending.checked_sub(1)?;
        let last = self.operators[count];
        if last.priority() < priority {
            return None;
        }
        self.pending = count;
        Some(last)
    }

    /// Writes the operator that was just taken off the stack.
    fn operator(&mut self, operator: Operator) {
        let op = match self.ops.last_mut() {
            // A number directly before the operator is its right side.
            Some(last) if let Some(both) = last.and_operator(operator, self.pending) => {
                return *last = both;
            }
            _ => Op::of_operator(operator, self.pending),
        };
        self.ops.push(op);
    }

    fn prefix(&mut self, operator: Operator) -> Option<()> {
        self.operand_expected()?.pend(operator)
    }

    fn bracket(&mut self) -> Option<()> {
        self.pend(Operator::Bracket)
    }

    fn pend(&mut self, operator: Operator) -> Option<()> {
        *self.operators.get_mut(self.pending)? = operator;
        self.pending += 1;
        Some(())
    }

    fn binary(&mut self, operator: Operator, length: usize) -> Option<()> {
        self.at += length - 1;
        self.open = true;
        self.expects = Expects::Operand;
        while let Some(last) = self.pop(operator.priority()) {
            self.operator(last);
            use Operator::*;
            self.expects = match last {
                Add | Subtract | Multiply => Expects::Operand,
                Remainder => Expects::Unclear,
                _ => Expects::Operator,
            };
        }
        self.pend(operator)
    }

    fn close_bracket(&mut self) -> Option<()> {
        if self.open || self.text.get(self.at) == Some(&b'd') {
            return None;
        }
        loop {
            match self.pop(0)? {
                Operator::Bracket => break,
                operator => self.operator(operator),
            }
        }
        self.expects = Expects::Operator;
        Some(())
    }

    fn close_addressing(&mut self) -> Option<()> {
        if self.form != Form::Indirect {
            return Some(());
        }
        match index_letter(self.text, self.at) {
            Some(b'y') => {
                self.form = Form::IndirectIndexed;
                self.at += 2;
                Some(())
            }
            Some(_) => None,
            None => Some(()),
        }
    }

    fn comma(&mut self, at: usize) -> Option<()> {
        let Some(letter) = index_letter(self.text, at) else {
            self.item()?;
            self.form = Form::Implied;
            self.open = true;
            self.expects = Expects::Operand;
            return Some(());
        };
        self.form = match (self.form, letter) {
            (Form::Indirect, b'x') => Form::IndexedIndirect,
            (Form::Indirect, _) if self.text.get(at + 2) == Some(&b')') => return None,
            (_, b'x') => Form::IndexedX,
            _ => Form::IndexedY,
        };
        self.at += 1;
        self.indexed = true;
        Some(())
    }

    /// The end of an item: everything pending is computed.
    fn item(&mut self) -> Option<()> {
        if self.open {
            return None;
        }
        while let Some(operator) = self.pop(0) {
            if operator == Operator::Bracket {
                return None;
            }
            self.operator(operator);
        }
        if self.form == Form::Implied {
            self.form = Form::Plain;
        }
        self.push(OpKind::Item, self.form as u32);
        Some(())
    }
}
