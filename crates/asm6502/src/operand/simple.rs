//! Operands of one number or one name, as most lines have them: parsed once, remembered.

use crate::names::symbols::SymbolId;
use crate::operand::operators::{Operator, prefix};
use crate::operand::scan::{name_length, scan_number};
use crate::operand::value::{Form, Value};

/// What is remembered of an operand. It is small because every line of a source has one.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) enum Operand {
    /// Not read yet.
    #[default]
    Unread,
    /// More than one number or name; not compiled yet.
    NotSimple,
    /// Compiled: where its program begins.
    Compiled(u32),
    /// The compiler declined it: the stack machine evaluates it each time.
    Declined,
    /// The bytes of a line whose operand is a number.
    Encoded {
        bytes: [u8; 3],
        count: u8,
    },
    /// An empty operand.
    Empty,
    Number {
        value: u16,
        form: Form,
    },
    Name {
        symbol: Option<SymbolId>,
        shape: Shape,
    },
}

/// What surrounds the name in an operand: `#<name+1`, `name-1,x`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shape {
    pub form: Form,
    pub half: Half,
    /// What is done with the addend, if there is one.
    pub operator: Option<Operator>,
    /// The number added to it.
    pub addend: i8,
}

impl Shape {
    /// The operand, given the value of its name.
    #[inline]
    pub fn apply(self, value: i64, unknown: bool) -> Value {
        Value {
            value: self.value(value),
            unknown,
            form: self.form,
        }
    }

    /// The value of the operand, from that of the name.
    #[inline]
    fn value(self, value: i64) -> i64 {
        self.half.of(value).wrapping_add(i64::from(self.addend))
    }

    /// The operator that the stack machine would have computed last.
    #[inline]
    pub(crate) fn last_operator(self) -> Option<Operator> {
        self.operator.or(self.half.operator())
    }

    /// Where the name begins in the operand.
    pub fn start(self) -> usize {
        usize::from(self.form == Form::Immediate) + usize::from(self.half != Half::Both)
    }

    pub fn name(self, text: &[u8]) -> &[u8] {
        let text = &text[self.start()..];
        &text[..name_length(text, false)]
    }
}

/// The part of the value that is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Half {
    Both,
    Low,
    High,
}

impl Half {
    pub fn operator(self) -> Option<Operator> {
        match self {
            Half::Both => None,
            Half::Low => Some(Operator::Low),
            Half::High => Some(Operator::High),
        }
    }

    pub fn of(self, value: i64) -> i64 {
        self.operator()
            .map_or(value, |operator| prefix(operator, value))
    }
}

/// An operand that is one argument of a macro with something around it: `#<{1}`, `{2}+1`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slot {
    /// The number of the argument.
    pub argument: u8,
    pub shape: Shape,
}

impl Slot {
    pub fn read(text: &[u8]) -> Option<Slot> {
        let open = memchr::memchr(b'{', text)?;
        let rest = &text[open + 1..];
        let length = memchr::memchr(b'}', rest)?;
        let argument = match rest[..length] {
            [digit @ b'1'..=b'9'] => digit - b'0',
            _ => return None,
        };
        // With a name in the place of the argument, the shape around it can be read.
        let mut named = text[..open].to_vec();
        named.push(b'x');
        named.extend_from_slice(&rest[length + 1..]);
        match Operand::read(&named)? {
            Operand::Name { shape, .. } if shape.start() == open && shape.name(&named) == b"x" => {
                Some(Slot { argument, shape })
            }
            _ => None,
        }
    }
}

/// What an argument of a macro is as an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum ArgumentValue {
    /// Not read yet.
    #[default]
    Unread,
    Number(u16),
    /// A name, as long as its scope is visible.
    Symbol(SymbolId),
    /// Anything else.
    Other,
}

impl Operand {
    /// The value of an operand that is always the same: a number, or nothing at all.
    #[inline]
    pub fn constant(self) -> Option<Value> {
        match self {
            Operand::Empty => Some(Value::default()),
            Operand::Number { value, form } => Some(Value {
                value: i64::from(value),
                unknown: false,
                form,
            }),
            _ => None,
        }
    }

    /// Reads a number or a name, with `#`, `<` or `>` before it, a number added to it, or an index
    /// behind it.
    pub fn read(text: &[u8]) -> Option<Operand> {
        Operand::read_with_name(text).map(|(operand, _)| operand)
    }

    /// The same with the text of the name, if there is one.
    #[inline(always)]
    pub fn read_with_name(text: &[u8]) -> Option<(Operand, &[u8])> {
        let Some(&first) = text.first() else {
            return Some((Operand::Empty, b""));
        };
        let immediate = first == b'#';
        let mut start = usize::from(immediate);
        let half = match text.get(start) {
            Some(b'<') => Half::Low,
            Some(b'>') => Half::High,
            _ => Half::Both,
        };
        start += usize::from(half != Half::Both);
        let word = &text[start..];
        let first = *word.first()?;
        let is_name = first.is_ascii_alphabetic()
            || first == b'_'
            || (first == b'.' && word.len() > 1 && word[1] != b'.');
        if !is_name {
            let (value, length) = scan_number(first, word)?;
            let form = form_of(immediate, &word[length..])?;
            let value = u16::try_from(value).ok()?;
            return (half == Half::Both).then_some((Operand::Number { value, form }, b""));
        }
        let (name, behind) = word.split_at(name_length(word, false));
        let (operator, addend, behind) = addend(behind)?;
        let shape = Shape {
            form: form_of(immediate, behind)?,
            half,
            operator,
            addend,
        };
        let symbol = None;
        Some((Operand::Name { symbol, shape }, name))
    }
}

/// The form of an operand that ends with this behind its value: nothing or an index.
fn form_of(immediate: bool, behind: &[u8]) -> Option<Form> {
    match (immediate, behind) {
        (true, []) => Some(Form::Immediate),
        (false, []) => Some(Form::Plain),
        (false, [b',', b'x' | b'X']) => Some(Form::IndexedX),
        (false, [b',', b'y' | b'Y']) => Some(Form::IndexedY),
        _ => None,
    }
}

/// The number behind a `+` or `-`, and what follows it.
fn addend(text: &[u8]) -> Option<(Option<Operator>, i8, &[u8])> {
    let operator = match text.first() {
        Some(b'+') => Operator::Add,
        Some(b'-') => Operator::Subtract,
        _ => return Some((None, 0, text)),
    };
    let digits = &text[1..];
    let (value, length) = scan_number(*digits.first()?, digits)?;
    let value = i8::try_from(value).ok()?;
    let addend = match operator {
        Operator::Add => value,
        _ => -value,
    };
    Some((Some(operator), addend, &digits[length..]))
}
