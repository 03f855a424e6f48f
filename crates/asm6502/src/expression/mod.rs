//! Evaluation of operands, in three ways that give the same values. One number or name is read at a
//! glance (`simple`); what that declines is compiled once to a small program (`compile`) that is run
//! in each pass (`program`); what that declines, and that is all that is odd or has a message, is
//! left to a stack machine that follows dasm's token by token (here, `operands` and `stack`).
//!
//! Two stacks, values and pending operators, are shared by nested evaluations (`EQM`). The parser
//! remembers whether it expects an operand; computing a pending operator clears that memory for
//! some operators and sets it for others, which is why `a&b|-1` is an error (section 7 of the
//! compatibility reference).

mod compile;
mod operands;
mod operators;
mod program;
mod simple;
mod stack;

use std::rc::Rc;

use smallvec::SmallVec;

use crate::assembler::{Abort, Assembler, Step};
use crate::diagnostic::Code;

pub(crate) use operands::{big_endian, name_length};
use operators::Operator;
pub(crate) use program::{Done, Programs};
pub(crate) use simple::{ArgumentValue, Operand, Shape, Slot};
pub(crate) use stack::Stacks;

/// Deepest nesting of `EQM` texts.
const DEEPEST: u32 = 1000;

/// What surrounds the operand: decides what parentheses mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Context {
    /// Parentheses and index letters choose an addressing mode.
    Instruction,
    /// Parentheses group.
    Data,
}

/// Addressing form of an operand, by its punctuation alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(u8)]
pub(crate) enum Form {
    #[default]
    Implied,
    Immediate,
    Plain,
    Indirect,
    IndexedIndirect,
    IndirectIndexed,
    IndexedX,
    IndexedY,
}

/// An item without its string.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Value {
    pub value: i64,
    pub unknown: bool,
    pub form: Form,
}

/// One item of a comma-separated list.
#[derive(Debug, Clone, Default)]
pub(crate) struct Item {
    pub value: i64,
    pub unknown: bool,
    pub text: Option<Rc<[u8]>>,
    pub form: Form,
}

impl Form {
    const ALL: [Form; 8] = [
        Form::Implied,
        Form::Immediate,
        Form::Plain,
        Form::Indirect,
        Form::IndexedIndirect,
        Form::IndirectIndexed,
        Form::IndexedX,
        Form::IndexedY,
    ];
}

impl Item {
    /// Makes it that value.
    pub fn set(&mut self, value: Value) {
        self.value = value.value;
        self.unknown = value.unknown;
        self.form = value.form;
    }

    pub fn without_text(&self) -> Value {
        Value {
            value: self.value,
            unknown: self.unknown,
            form: self.form,
        }
    }
}

impl From<Value> for Item {
    fn from(value: Value) -> Self {
        Item {
            value: value.value,
            unknown: value.unknown,
            form: value.form,
            text: None,
        }
    }
}

pub(crate) type Items = SmallVec<[Item; 1]>;

/// One evaluation in progress.
struct Evaluation<'t> {
    text: &'t [u8],
    at: usize,
    argument_base: usize,
    operator_base: usize,
    expects_operand: bool,
    /// Parentheses are addressing syntax; no longer behind a `#`.
    addressing: bool,
    item: Item,
    items: Items,
}

impl Assembler<'_> {
    /// Evaluates a list of items. There is always at least one.
    pub(crate) fn evaluate(&mut self, text: &[u8], context: Context) -> Result<Items, Abort> {
        self.stacks.depth += 1;
        if self.stacks.depth > DEEPEST {
            // dasm meets its limit where it looks the symbol up, or computes what is pending.
            let pending = !self.stacks.operators.is_empty();
            let place = if pending { "doop()" } else { "pushsymbol()" };
            return self.abort(Code::Recursion, place.to_owned());
        }
        let mut run = Evaluation {
            text,
            at: 0,
            argument_base: self.stacks.top,
            operator_base: self.stacks.operators.len(),
            expects_operand: true,
            addressing: context == Context::Instruction,
            item: Item::default(),
            items: Items::new(),
        };
        while run.at < text.len() {
            self.token(&mut run)?;
        }
        self.finish(&mut run)?;
        self.stacks.depth -= 1;
        Ok(run.items)
    }

    fn finish(&mut self, run: &mut Evaluation) -> Step {
        self.compute_all(run)?;
        if self.stacks.top != run.argument_base {
            self.take_value(run);
        }
        let item = std::mem::take(&mut run.item);
        run.items.push(item);
        self.stacks.top = run.argument_base;
        self.stacks.operators.truncate(run.operator_base);
        Ok(())
    }

    /// Moves the topmost value into the current item.
    fn take_value(&mut self, run: &mut Evaluation) {
        let argument = self.stacks.pop();
        run.item.value = argument.value;
        run.item.unknown = argument.unknown;
        run.item.text = self.stacks.popped_text(argument);
        if run.item.form == Form::Implied {
            run.item.form = Form::Plain;
        }
        if self.stacks.top != run.argument_base {
            self.error_at(Code::Syntax, run.text.to_vec(), run.text, run.at);
        }
    }

    fn token(&mut self, run: &mut Evaluation) -> Step {
        use Operator::*;
        let byte = run.text[run.at];
        let next = run.text.get(run.at + 1).copied();
        let start = run.at;
        run.at += 1;
        let expects = run.expects_operand;
        match byte {
            b' ' | b'\n' => Ok(()),
            b'0'..=b'9' | b'$' | b'\'' | b'"' => self.operand(run, start),
            b'%' if expects => self.operand(run, start),
            b'*' if expects => {
                let here = self.here();
                self.push_number(run, here.value, here.unknown)
            }
            b'~' if expects => self.push_operator(run, Complement),
            b'~' => {
                self.error_at(Code::Syntax, run.text.to_vec(), run.text, start);
                Ok(())
            }
            b'-' if expects => self.push_operator(run, Negate),
            b'!' if expects => self.push_operator(run, Not),
            b'<' if expects => self.push_operator(run, Low),
            b'>' if expects => self.push_operator(run, High),
            b'*' => self.push_operator(run, Multiply),
            b'/' => self.push_operator(run, Divide),
            b'%' => self.push_operator(run, Remainder),
            b'+' => self.push_operator(run, Add),
            b'-' => self.push_operator(run, Subtract),
            b'?' => self.push_operator(run, Choose),
            b'^' => self.push_operator(run, BitXor),
            b'!' => {
                // The second character is taken for the `=`, whatever it is.
                run.at += 1;
                self.push_operator(run, NotEqual)
            }
            b'<' => self.pick(run, next, &[(b'<', ShiftLeft), (b'=', LessEqual)], Less),
            b'>' => self.pick(
                run,
                next,
                &[(b'>', ShiftRight), (b'=', GreaterEqual)],
                Greater,
            ),
            b'=' => self.pick(run, next, &[(b'=', Equal)], Equal),
            b'&' => self.pick(run, next, &[(b'&', And)], BitAnd),
            b'|' => self.pick(run, next, &[(b'|', Or)], BitOr),
            b'#' => {
                run.item.form = Form::Immediate;
                run.addressing = false;
                Ok(())
            }
            b'(' if run.addressing => {
                run.item.form = Form::Indirect;
                Ok(())
            }
            b'(' | b'[' => self.open_bracket(run),
            b')' if run.addressing => {
                self.close_addressing(run);
                Ok(())
            }
            b')' | b']' => self.close_bracket(run),
            b',' => self.comma(run),
            _ => self.name_or_junk(run, start),
        }
    }

    /// A one- or two-character operator.
    fn pick(
        &mut self,
        run: &mut Evaluation,
        next: Option<u8>,
        longer: &[(u8, Operator)],
        short: Operator,
    ) -> Step {
        let double = longer.iter().find(|&&(byte, _)| Some(byte) == next);
        match double {
            Some(&(_, operator)) => {
                run.at += 1;
                self.push_operator(run, operator)
            }
            None => self.push_operator(run, short),
        }
    }

    fn open_bracket(&mut self, run: &mut Evaluation) -> Step {
        self.store_operator(run, Operator::Bracket);
        Ok(())
    }

    fn close_bracket(&mut self, run: &mut Evaluation) -> Step {
        while let Some(pending) = self.pending(run)
            && pending != Operator::Bracket
        {
            self.compute_top(run)?;
        }
        if self.pending(run).is_some() {
            self.stacks.operators.pop();
        }
        // After a stray comma the top may lie below the base.
        if self.stacks.top == run.argument_base || self.stacks.top == 0 {
            self.say("']' error, no arg on stack\n");
            return Ok(());
        }
        run.expects_operand = false;
        if run.text.get(run.at) == Some(&b'd') {
            run.at += 1;
            let top = self.stacks.slots[self.stacks.top - 1];
            if !top.unknown {
                let text = top.value.to_string().into_bytes();
                self.stacks.set_text(Rc::from(text));
            }
        }
        Ok(())
    }

    /// `)` of an addressing form; only an index letter directly behind it means something.
    fn close_addressing(&mut self, run: &mut Evaluation) {
        if run.item.form != Form::Indirect {
            return;
        }
        match index_letter(run.text, run.at) {
            Some(b'y') => {
                run.item.form = Form::IndirectIndexed;
                run.at += 2;
            }
            // Reported; the comma then makes it (indirect,X).
            Some(_) => self.bad_index(run),
            None => {}
        }
    }

    fn bad_index(&mut self, run: &Evaluation) {
        self.error_at(Code::AddressingMode, run.text.to_vec(), run.text, run.at);
        self.redo(crate::passes::Reason::Mnemonic);
    }

    fn comma(&mut self, run: &mut Evaluation) -> Step {
        self.compute_all(run)?;
        run.expects_operand = true;
        let letter = index_letter(run.text, run.at - 1);
        if let Some(letter) = letter {
            match (run.item.form, letter) {
                (Form::Indirect, b'x') => run.item.form = Form::IndexedIndirect,
                (Form::Indirect, _) if run.text.get(run.at + 1) == Some(&b')') => {
                    self.bad_index(run);
                    run.item.form = Form::IndexedY;
                }
                (_, b'x') => run.item.form = Form::IndexedX,
                _ => run.item.form = Form::IndexedY,
            }
            run.at += 1;
            return Ok(());
        }
        self.take_value(run);
        let item = std::mem::take(&mut run.item);
        run.items.push(item);
        Ok(())
    }
}

/// The index letter of `,x` or `,y` at `at`, in lower case, if no letter or digit follows it.
fn index_letter(text: &[u8], at: usize) -> Option<u8> {
    if text.get(at) != Some(&b',') {
        return None;
    }
    let letter = text.get(at + 1)?.to_ascii_lowercase();
    let ends = !text.get(at + 2).is_some_and(u8::is_ascii_alphanumeric);
    (matches!(letter, b'x' | b'y') && ends).then_some(letter)
}
