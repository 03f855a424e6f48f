//! Operands of one number or one name, as most lines have them: read once, remembered.

use super::operators::{Operator, prefix};
use super::{Context, Form, Item, Value, index_letter, name_length};
use crate::assembler::{Abort, Assembler};
use crate::line::{Line, ScopedSymbol};
use crate::symbols::Content;

/// What is remembered of an operand.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) enum Operand {
    /// Not looked at yet.
    #[default]
    Unread,
    /// Something for the stack machine.
    Complex,
    /// The bytes of an instruction whose operand is a number.
    Encoded {
        bytes: [u8; 3],
        count: u8,
    },
    /// Nothing at all.
    Empty,
    Number {
        value: i64,
        form: Form,
    },
    Name {
        symbol: Option<ScopedSymbol>,
        half: Half,
        form: Form,
    },
}

/// The name in the operand, between what stands before it and an index.
fn name_in(text: &[u8], half: Half, form: Form) -> &[u8] {
    let start = usize::from(form == Form::Immediate) + usize::from(half != Half::Both);
    match form {
        Form::IndexedX | Form::IndexedY => &text[start..text.len() - 2],
        _ => &text[start..],
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
    fn of(self, value: i64) -> i64 {
        match self {
            Half::Both => value,
            Half::Low => prefix(Operator::Low, value),
            Half::High => prefix(Operator::High, value),
        }
    }
}

impl Operand {
    /// Reads a number or a name, with `#`, `<` or `>` before it or an index behind it.
    fn read(text: &[u8]) -> Option<Operand> {
        if text.is_empty() {
            return Some(Operand::Empty);
        }
        let mut form = Form::Plain;
        let mut start = 0;
        if text.first() == Some(&b'#') {
            form = Form::Immediate;
            start = 1;
        }
        let half = match text.get(start) {
            Some(b'<') => Half::Low,
            Some(b'>') => Half::High,
            _ => Half::Both,
        };
        start += usize::from(half != Half::Both);
        let mut end = text.len();
        if let Some(comma) = memchr::memchr(b',', text) {
            if comma + 2 != text.len() || comma < start {
                return None;
            }
            // `#` and an index together are for the stack machine.
            if form == Form::Immediate {
                return None;
            }
            form = match index_letter(text, comma)? {
                b'x' => Form::IndexedX,
                _ => Form::IndexedY,
            };
            end = comma;
        }
        let operand = &text[start..end];
        let first = *operand.first()?;
        if let Some(value) = simple_number(first, operand) {
            let value = half.of(value);
            return Some(Operand::Number { value, form });
        }
        let is_name = first.is_ascii_alphabetic()
            || first == b'_'
            || (first == b'.' && operand.len() > 1 && operand[1] != b'.');
        (is_name && name_length(operand, false) == operand.len()).then_some(Operand::Name {
            symbol: None,
            half,
            form,
        })
    }
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
                value,
                unknown: false,
                form,
            }),
            Operand::Name { symbol, half, form } => self.evaluate_name(line, symbol, half, form),
            _ => None,
        }
    }

    fn evaluate_name(
        &mut self,
        line: &Line,
        symbol: Option<ScopedSymbol>,
        half: Half,
        form: Form,
    ) -> Option<Value> {
        let text = line.operand();
        let name = name_in(text, half, form);
        let scope = self.scope_of(name);
        let id = match symbol.filter(|known| known.scope == scope) {
            Some(known) => known.id,
            None => {
                let id = self.local_symbol(name);
                let symbol = Some(ScopedSymbol { scope, id });
                if !line.varies {
                    let operand = Operand::Name { symbol, half, form };
                    line.memo.operand.set(operand);
                }
                id
            }
        };
        if self.symbols.get(id).content != Content::Number {
            return None;
        }
        let index = if matches!(form, Form::IndexedX | Form::IndexedY) {
            2
        } else {
            0
        };
        self.use_symbol(id, text, text.len() - index);
        let symbol = self.symbols.get(id);
        Some(Value {
            value: half.of(symbol.value),
            unknown: symbol.unknown,
            form,
        })
    }

    /// The first item of the line's operand.
    pub(crate) fn evaluate_operand(&mut self, line: &Line) -> Result<Item, Abort> {
        match self.evaluate_simple(line) {
            Some(value) => Ok(value.into()),
            None => self.evaluate_one(line.operand()),
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
pub(super) fn simple_number(first: u8, operand: &[u8]) -> Option<i64> {
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
