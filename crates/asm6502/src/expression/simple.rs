//! Operands of one number or one name, as most lines have them: read once, remembered.

use super::operators::{Operator, prefix};
use super::{Context, Form, Item, index_letter, name_length};
use crate::assembler::{Abort, Assembler};
use crate::line::{Line, ScopedSymbol, Span};
use crate::symbols::Content;

/// What is remembered of an operand.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) enum Operand {
    /// Not looked at yet.
    #[default]
    Unread,
    /// Something for the stack machine.
    Complex,
    Number {
        value: i64,
        form: Form,
    },
    Name {
        /// Where the name lies in the operand.
        name: Span,
        symbol: Option<ScopedSymbol>,
        half: Half,
        form: Form,
    },
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
            name: (start..end).into(),
            symbol: None,
            half,
            form,
        })
    }
}

impl Assembler<'_> {
    /// The value of a simple operand. `None` leaves it to the stack machine.
    pub(crate) fn evaluate_simple(&mut self, line: &Line) -> Option<Item> {
        let mut operand = line.memo.operand.get();
        if let Operand::Unread = operand {
            operand = Operand::read(line.operand()).unwrap_or(Operand::Complex);
            if !line.varies {
                line.memo.operand.set(operand);
            }
        }
        match operand {
            Operand::Number { value, form } => Some(Item {
                value,
                form,
                ..Item::default()
            }),
            Operand::Name {
                name, half, form, ..
            } => self.evaluate_name(line, operand, name, half, form),
            _ => None,
        }
    }

    fn evaluate_name(
        &mut self,
        line: &Line,
        operand: Operand,
        name: Span,
        half: Half,
        form: Form,
    ) -> Option<Item> {
        let text = line.operand();
        let name_text = &text[name.range()];
        let scope = self.scope_of(name_text);
        let known = match operand {
            Operand::Name { symbol, .. } => symbol.filter(|known| known.scope == scope),
            _ => None,
        };
        let id = match known {
            Some(known) => known.id,
            None => {
                let id = self.local_symbol(name_text);
                let symbol = Some(ScopedSymbol { scope, id });
                if !line.varies {
                    line.memo.operand.set(Operand::Name {
                        name,
                        symbol,
                        half,
                        form,
                    });
                }
                id
            }
        };
        if self.symbols.get(id).content != Content::Number {
            return None;
        }
        self.use_symbol(id, text, name.range().end);
        let symbol = self.symbols.get(id);
        Some(Item {
            value: half.of(symbol.value),
            unknown: symbol.unknown,
            form,
            text: None,
        })
    }

    /// The first item of the line's operand.
    pub(crate) fn evaluate_operand(&mut self, line: &Line) -> Result<Item, Abort> {
        match self.evaluate_simple(line) {
            Some(item) => Ok(item),
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
