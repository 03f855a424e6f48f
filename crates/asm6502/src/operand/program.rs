//! Operands as programs of small operations (ops), compiled once and run in each pass.

use crate::names::symbols::SymbolId;
use crate::operand::operators::{MaybeKnown, Operator, PREFIX};
use crate::operand::value::Value;

/// What an op does: its upper eight bits. The rest, the payload, is its argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum OpKind {
    /// A signed number of 24 bits.
    Number,
    Symbol,
    Here,
    /// An operator, and how many were pending below it.
    Operator,
    /// The same with a small number on its right side.
    OperatorNumber,
    /// The value is an item of that form; [`Op::LAST`] if the program ends with it.
    Item,
    /// A string of a data line: where it begins and ends in the operand.
    Text,
    /// A name that is looked up when the program is run: where it begins and ends in the operand.
    Name,
    End,
}

impl OpKind {
    #[inline]
    pub fn of(number: u32) -> OpKind {
        match number {
            0 => OpKind::Number,
            1 => OpKind::Symbol,
            2 => OpKind::Here,
            3 => OpKind::Operator,
            4 => OpKind::OperatorNumber,
            5 => OpKind::Item,
            6 => OpKind::Text,
            7 => OpKind::Name,
            _ => OpKind::End,
        }
    }
}

/// Bits of an operator; those above them count the pending ones.
pub(crate) const OPERATOR: u32 = 5;

/// Bits of the payload.
const PAYLOAD: u32 = 24;

/// One operation of a program: its kind, and a payload of 24 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Op(u32);

impl Op {
    /// Bits of each of two numbers in a payload.
    pub const HALF: u32 = 12;
    /// Marks the last item.
    pub const LAST: u32 = 1 << 8;

    pub fn new(kind: OpKind, payload: u32) -> Op {
        Op((kind as u32) << PAYLOAD | payload & ((1 << PAYLOAD) - 1))
    }

    /// `None` if it does not fit.
    pub fn of_number(value: i64) -> Option<Op> {
        let op = Op::new(OpKind::Number, value as u32);
        (op.number() == value).then_some(op)
    }

    pub fn of_operator(operator: Operator, pending: usize) -> Op {
        Op::of_places(OpKind::Operator, pending, operator as usize)
    }

    /// The program ends behind this op. False if it has no mark for that.
    pub fn end_here(&mut self) -> bool {
        let item = self.kind() == OpKind::Item;
        self.0 |= if item { Op::LAST } else { 0 };
        item
    }

    /// This number and the operator behind it as one op, if they fit.
    pub fn and_operator(self, operator: Operator, pending: usize) -> Option<Op> {
        let number = usize::try_from(self.number()).ok();
        let number = number.filter(|&number| number < 1 << Op::HALF)?;
        let fits = self.kind() == OpKind::Number && operator.priority() != PREFIX;
        let operator = pending << OPERATOR | operator as usize;
        fits.then(|| Op::of_places(OpKind::OperatorNumber, operator, number))
    }

    /// Two numbers of less than 4096.
    pub fn of_places(kind: OpKind, first: usize, second: usize) -> Op {
        Op::new(kind, (first << Op::HALF | second) as u32)
    }

    #[inline]
    pub fn kind(self) -> OpKind {
        OpKind::of(self.0 >> PAYLOAD)
    }

    #[inline]
    pub fn payload(self) -> u32 {
        self.0 & ((1 << PAYLOAD) - 1)
    }

    #[inline]
    pub fn places(self) -> (usize, usize) {
        let payload = self.payload() as usize;
        (payload >> Op::HALF, payload & ((1 << Op::HALF) - 1))
    }

    #[inline]
    pub fn number(self) -> i64 {
        i64::from((self.0 << (32 - PAYLOAD)) as i32 >> (32 - PAYLOAD))
    }

    pub fn symbol(self) -> Option<SymbolId> {
        SymbolId::from_number(self.payload())
    }

    pub fn of_symbol(id: SymbolId) -> Option<Op> {
        (id.number() < 1 << PAYLOAD).then(|| Op::new(OpKind::Symbol, id.number()))
    }
}

/// The programs of all operands, concatenated.
#[derive(Debug)]
pub(crate) struct Programs {
    pub ops: Vec<Op>,
    /// The values that are waiting for their operators.
    pub values: [MaybeKnown; MOST_VALUES],
}

/// More than [`MOST_OPERATORS`](super::stack::MOST_OPERATORS), and a power of two.
pub(crate) const MOST_VALUES: usize = 64;

impl Default for Programs {
    fn default() -> Self {
        Programs {
            ops: Vec::new(),
            values: [MaybeKnown::default(); MOST_VALUES],
        }
    }
}

impl Programs {
    /// Reserves memory for the operands of a source of that many bytes.
    pub fn reserve(&mut self, source: usize) {
        self.ops.reserve(source / 4);
    }
}

/// What an op passes to the statement.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Done {
    Value(Value),
    /// A string of a data line, by its place in the operand.
    Text(usize, usize),
}
