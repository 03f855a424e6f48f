//! Operands of one number or one name, as most lines have them: read once, remembered.

use super::operators::{Operator, prefix};
use super::{Context, Form, Item, Value, index_letter, name_length};
use crate::assembler::{Abort, Assembler};
use crate::line::Line;
use crate::symbols::{Content, SymbolId};

/// What is remembered of an operand. It is kept small: every line of a source has one.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) enum Operand {
    /// Not looked at yet.
    #[default]
    Unread,
    /// Something for the stack machine.
    Complex,
    /// What the stack machine did: where the steps begin.
    Steps(u32),
    /// Something for the stack machine, each time anew.
    Odd,
    /// The bytes of an instruction whose operand is a number.
    Encoded {
        bytes: [u8; 3],
        count: u8,
    },
    /// Nothing at all.
    Empty,
    Number {
        value: i32,
        form: Form,
    },
    Name {
        symbol: Option<SymbolId>,
        shape: Shape,
    },
}

/// What stands around the name of an operand: `#<name+1`, `name-1,x`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shape {
    form: Form,
    half: Half,
    /// Where the name ends in the operand.
    end: u8,
    /// What is done with the addend, if there is one.
    operator: Option<Operator>,
    /// The number added to it.
    addend: i16,
}

impl Shape {
    fn name(self, text: &[u8]) -> &[u8] {
        let start =
            usize::from(self.form == Form::Immediate) + usize::from(self.half != Half::Both);
        &text[start..usize::from(self.end)]
    }
}

/// The part of the value that is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Half {
    Both,
    Low,
    High,
}

impl Half {
    fn operator(self) -> Option<Operator> {
        match self {
            Half::Both => None,
            Half::Low => Some(Operator::Low),
            Half::High => Some(Operator::High),
        }
    }

    fn of(self, value: i64) -> i64 {
        self.operator().map_or(value, |operator| prefix(operator, value))
    }
}

impl Operand {
    /// The bytes, if they are always the same.
    #[inline]
    pub fn code(self) -> Option<([u8; 3], u8)> {
        match self {
            Operand::Encoded { bytes, count } => Some((bytes, count)),
            _ => None,
        }
    }

    /// Reads a number or a name, with `#`, `<` or `>` before it, a number added to it, or an index
    /// behind it.
    fn read(text: &[u8]) -> Option<Operand> {
        if text.is_empty() {
            return Some(Operand::Empty);
        }
        let mut start = usize::from(text[0] == b'#');
        let half = match text.get(start) {
            Some(b'<') => Half::Low,
            Some(b'>') => Half::High,
            _ => Half::Both,
        };
        start += usize::from(half != Half::Both);
        let (form, end) = match index_at_end(text) {
            _ if text[0] == b'#' => (Form::Immediate, text.len()),
            Some(b'x') => (Form::IndexedX, text.len() - 2),
            Some(_) => (Form::IndexedY, text.len() - 2),
            None => (Form::Plain, text.len()),
        };
        let sum = text.get(start..end)?;
        let operator = sum.iter().position(|byte| matches!(byte, b'+' | b'-'));
        let (word, addend) = match operator {
            Some(at) => (&sum[..at], addend(&sum[at..])?),
            None => (sum, 0),
        };
        let operator = operator.map(|at| match sum[at] {
            b'+' => Operator::Add,
            _ => Operator::Subtract,
        });
        let first = *word.first()?;
        if let Some(value) = simple_number(first, word) {
            let value = i32::try_from(value).ok()?;
            let alone = half == Half::Both && operator.is_none();
            return alone.then_some(Operand::Number { value, form });
        }
        let is_name = first.is_ascii_alphabetic()
            || first == b'_'
            || (first == b'.' && word.len() > 1 && word[1] != b'.');
        let shape = Shape {
            form,
            half,
            end: u8::try_from(start + word.len()).ok()?,
            operator,
            addend,
        };
        (is_name && name_length(word, false) == word.len()).then_some(Operand::Name {
            symbol: None,
            shape,
        })
    }
}

/// The index letter of an operand that ends with one.
fn index_at_end(text: &[u8]) -> Option<u8> {
    let comma = text.len().checked_sub(2)?;
    index_letter(text, comma)
}

/// The number behind a `+` or `-`.
fn addend(text: &[u8]) -> Option<i16> {
    let (sign, digits) = text.split_first()?;
    let value = i16::try_from(simple_number(*digits.first()?, digits)?).ok()?;
    if *sign == b'-' { value.checked_neg() } else { Some(value) }
}

impl Assembler<'_> {
    /// The value of a simple operand. `None` leaves it to the stack machine.
    pub(crate) fn evaluate_simple(&mut self, line: &Line) -> Option<Value> {
        let mut operand = line.memo.operand.get();
        if let Operand::Unread = operand {
            operand = Operand::read(line.operand()).unwrap_or(Operand::Complex);
            if !line.varies {
                line.memo.operand.set(operand);
            }
        }
        match operand {
            Operand::Empty => Some(Value::default()),
            Operand::Number { value, form } => Some(Value {
                value: i64::from(value),
                unknown: false,
                form,
            }),
            Operand::Name { symbol, shape } => self.evaluate_name(line, symbol, shape),
            _ => None,
        }
    }

    fn evaluate_name(
        &mut self,
        line: &Line,
        symbol: Option<SymbolId>,
        shape: Shape,
    ) -> Option<Value> {
        let id = match self.still_known(symbol) {
            Some(id) => id,
            None => {
                let name = shape.name(line.operand());
                let id = self.local_symbol(name);
                if !line.varies && self.is_lasting(id, name) {
                    let symbol = Some(id);
                    line.memo.operand.set(Operand::Name { symbol, shape });
                }
                id
            }
        };
        if self.symbols.get(id).content != Content::Number {
            return None;
        }
        let (value, unknown) = self.use_symbol(id, line.operand(), usize::from(shape.end));
        if let Some(operator) = shape.operator.or(shape.half.operator()) {
            self.stacks.remember_operator(0, operator);
        }
        Some(Value {
            value: shape.half.of(value).wrapping_add(i64::from(shape.addend)),
            unknown,
            form: shape.form,
        })
    }

    /// The first item of the line's operand.
    pub(crate) fn evaluate_operand(&mut self, line: &Line) -> Result<Item, Abort> {
        match self.evaluate_simple(line) {
            Some(value) => Ok(value.into()),
            None => Ok(self.evaluate_first(line, Context::Data)?.0),
        }
    }

    /// The first item of any text.
    pub(crate) fn evaluate_one(&mut self, text: &[u8]) -> Result<Item, Abort> {
        let mut items = self.evaluate(text, Context::Data)?;
        Ok(items.swap_remove(0))
    }
}

/// The value of an operand that is nothing but `$` and hexadecimal digits, `%` and binary ones, or
/// decimal digits without a leading zero.
fn simple_number(first: u8, operand: &[u8]) -> Option<i64> {
    let (radix, digits) = match first {
        b'$' => (16, &operand[1..]),
        b'%' => (2, &operand[1..]),
        b'1'..=b'9' => (10, operand),
        b'0' if operand.len() == 1 => return Some(0),
        _ => return None,
    };
    let mut value = 0i64;
    for &byte in digits {
        let digit = char::from(byte).to_digit(radix)?;
        value = value
            .wrapping_mul(i64::from(radix))
            .wrapping_add(i64::from(digit));
    }
    Some(value)
}
