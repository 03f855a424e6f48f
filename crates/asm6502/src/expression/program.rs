//! Operands as programs of small operations (ops): compiled once, run in each pass.

use super::compile::Compiler;
use super::operators::{MaybeKnown, Operator, PREFIX, binary, prefix};
use super::{Context, Form, Item, Items, Operand, Value};
use crate::assembler::{Abort, Assembler};
use crate::line::Line;
use crate::symbols::{Content, SymbolId};

/// What an op does: its upper eight bits. The rest, the payload, says with what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum OpKind {
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
    /// A name that is not looked up yet: where it begins and ends in the operand.
    Name,
    End,
}

impl OpKind {
    #[inline]
    fn of(number: u32) -> OpKind {
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
const OPERATOR: u32 = 5;

/// Bits of the payload.
const PAYLOAD: u32 = 24;

/// One operation of a program: its kind, and a payload of 24 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Op(u32);

impl Op {
    /// Bits of each of two numbers in a payload.
    pub const HALF: u32 = 12;
    /// Marks the last item.
    const LAST: u32 = 1 << 8;

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
    fn kind(self) -> OpKind {
        OpKind::of(self.0 >> PAYLOAD)
    }

    #[inline]
    fn payload(self) -> u32 {
        self.0 & ((1 << PAYLOAD) - 1)
    }

    #[inline]
    fn places(self) -> (usize, usize) {
        let payload = self.payload() as usize;
        (payload >> Op::HALF, payload & ((1 << Op::HALF) - 1))
    }

    #[inline]
    fn number(self) -> i64 {
        i64::from((self.0 << (32 - PAYLOAD)) as i32 >> (32 - PAYLOAD))
    }

    fn symbol(self) -> Option<SymbolId> {
        SymbolId::from_number(self.payload())
    }

    fn of_symbol(id: SymbolId) -> Option<Op> {
        (id.number() < 1 << PAYLOAD).then(|| Op::new(OpKind::Symbol, id.number()))
    }
}

/// The programs of all operands, one behind the other.
#[derive(Debug)]
pub(crate) struct Programs {
    ops: Vec<Op>,
    /// The values that are waiting for their operators.
    values: [MaybeKnown; MOST_VALUES],
}

/// More than [`MOST_OPERATORS`](super::stack::MOST_OPERATORS), and a power of two.
const MOST_VALUES: usize = 64;

impl Default for Programs {
    fn default() -> Self {
        Programs {
            ops: Vec::new(),
            values: [MaybeKnown::default(); MOST_VALUES],
        }
    }
}

impl Programs {
    /// Makes room for the operands of a source of that many bytes.
    pub fn make_room(&mut self, source: usize) {
        self.ops.reserve(source / 4);
    }
}

/// What an op leaves behind for the statement.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Done {
    Value(Value),
    /// A string of a data line, by its place in the operand.
    Text(usize, usize),
}

impl Assembler<'_> {
    /// The items of the line's operand, which is not a simple one.
    pub(crate) fn evaluate_line(&mut self, line: &Line, context: Context) -> Result<Items, Abort> {
        let mut items = Items::new();
        let done = self.run_line(line, context, |done| {
            let Done::Value(value) = done else {
                return false;
            };
            items.push(value.into());
            true
        });
        match done {
            Some(()) => Ok(items),
            None => self.evaluate(line.operand(), context),
        }
    }

    /// The first of them, and how many are unknown. It is put where the caller wants it: to hand
    /// such a thing back by value takes longer than to compute it.
    pub(crate) fn evaluate_first(
        &mut self,
        line: &Line,
        context: Context,
        first: &mut Item,
    ) -> Result<u32, Abort> {
        let (mut count, mut unknown) = (0, 0);
        let done = self.run_line(line, context, |done| {
            let Done::Value(value) = done else {
                return false;
            };
            unknown += u32::from(value.unknown);
            if count == 0 {
                first.set(value);
            }
            count += 1;
            true
        });
        if done.is_some() && count > 0 {
            return Ok(unknown);
        }
        let mut items = self.evaluate(line.operand(), context)?;
        let unknown = items.iter().filter(|item| item.unknown).count();
        *first = items.swap_remove(0);
        Ok(unknown as u32)
    }

    /// Runs the program of the line's operand, compiled first if need be. `None` if the stack
    /// machine has to evaluate it, or `done` refuses what it is given.
    pub(crate) fn run_line(
        &mut self,
        line: &Line,
        context: Context,
        done: impl FnMut(Done) -> bool,
    ) -> Option<()> {
        let start = match line.memo.operand.get() {
            Operand::Compiled(start) => start,
            Operand::Unread | Operand::NotSimple => self.compile_line(line, context)?,
            _ => return None,
        };
        let result = self.run_program(start, done);
        if line.varies {
            self.programs.ops.truncate(start as usize);
        }
        result
    }

    /// The items as the short ways give them, for comparison.
    #[cfg(test)]
    pub(crate) fn short_items(
        &mut self,
        line: &Line,
        context: Context,
        simple: Option<Value>,
    ) -> Option<Vec<Item>> {
        if let Some(value) = simple {
            return Some(vec![value.into()]);
        }
        let mut items = Vec::new();
        self.run_line(line, context, |done| {
            items.push(match done {
                Done::Value(value) => value.into(),
                Done::Text(start, end) => Item {
                    text: Some(line.operand()[start..end].into()),
                    ..Item::default()
                },
            });
            true
        })?;
        Some(items)
    }

    /// Compiles the operand; returns where its program begins.
    fn compile_line(&mut self, line: &Line, context: Context) -> Option<u32> {
        let start = self.programs.ops.len();
        let newer = self.newer();
        let ops = &mut self.programs.ops;
        let compiled = Compiler::new(line.operand(), context, newer, ops).compile();
        let found = compiled.and_then(|()| self.look_up_names(start, line.operand()));
        let place = found.and_then(|()| u32::try_from(start).ok());
        if place.is_none() {
            self.programs.ops.truncate(start);
        }
        if !line.varies {
            line.memo
                .operand
                .set(place.map_or(Operand::Declined, Operand::Compiled));
        }
        place
    }

    /// Looks up the names in the program, in the order of the text; `None` if one stands for a text.
    fn look_up_names(&mut self, start: usize, text: &[u8]) -> Option<()> {
        for index in start..self.programs.ops.len() {
            let op = self.programs.ops[index];
            if op.kind() != OpKind::Name {
                continue;
            }
            let (from, to) = op.places();
            let name = &text[from..to];
            let id = self.local_symbol(name);
            self.programs.ops[index] = if id == SymbolId::HERE {
                Op::new(OpKind::Here, 0)
            } else if self.is_lasting(id, name) && self.symbols.get(id).content == Content::Number {
                Op::of_symbol(id)?
            } else {
                return None;
            };
        }
        Some(())
    }

    /// Runs the program of an operand. `None` if the stack machine has to do it: where a name stands
    /// for a text, or not for what it stood for, and where there is something to say.
    fn run_program(&mut self, start: u32, mut done: impl FnMut(Done) -> bool) -> Option<()> {
        let newer = self.newer();
        let unknown_references = self.pass.unknown_references;
        // The value computed last; those before wait for their operators.
        let mut value = MaybeKnown::default();
        let mut waiting = 0;
        let mut at = start as usize;
        let result = loop {
            let op = self.programs.ops[at];
            at += 1;
            let next = match op.kind() {
                OpKind::Number => (op.number(), false),
                OpKind::Symbol => match self.value_of_symbol(op) {
                    Some(next) => next,
                    None => break None,
                },
                OpKind::Here => {
                    let here = self.segments.current().here();
                    self.pass.unknown_references += u32::from(here.unknown);
                    (here.value, here.unknown)
                }
                OpKind::Operator => {
                    let (pending, operator) = op.places();
                    let operator = Operator::ALL[operator % Operator::ALL.len()];
                    self.stacks.remember_operator(pending, operator);
                    if operator.priority() == PREFIX {
                        value.0 = prefix(operator, value.0);
                        continue;
                    }
                    waiting -= 1;
                    let left = self.programs.values[waiting % MOST_VALUES];
                    match binary(operator, left, value, newer) {
                        Some(result) => value = result,
                        None => break None,
                    }
                    continue;
                }
                OpKind::OperatorNumber => {
                    let (operator, number) = op.places();
                    let pending = operator >> OPERATOR;
                    let operator = operator & ((1 << OPERATOR) - 1);
                    let operator = Operator::ALL[operator % Operator::ALL.len()];
                    self.stacks.remember_operator(pending, operator);
                    match binary(operator, value, (number as i64, false), newer) {
                        Some(result) => value = result,
                        None => break None,
                    }
                    continue;
                }
                OpKind::Item => {
                    let item = Value {
                        value: value.0,
                        unknown: value.1,
                        form: Form::ALL[op.payload() as usize % Form::ALL.len()],
                    };
                    waiting = 0;
                    if !done(Done::Value(item)) {
                        break None;
                    }
                    if op.payload() & Op::LAST != 0 {
                        break Some(());
                    }
                    continue;
                }
                OpKind::Text => {
                    let (start, end) = op.places();
                    if done(Done::Text(start, end)) {
                        continue;
                    }
                    break None;
                }
                OpKind::Name => break None,
                OpKind::End => break Some(()),
            };
            self.programs.values[waiting % MOST_VALUES] = value;
            waiting += 1;
            value = next;
        };
        if result.is_none() {
            // The stack machine counts them.
            self.pass.unknown_references = unknown_references;
        }
        result
    }

    /// The value of a name. In later passes an unknown one is noted by the stack machine.
    #[inline]
    fn value_of_symbol(&mut self, op: Op) -> Option<MaybeKnown> {
        let id = self.still_known(op.symbol())?;
        let pass = self.pass.number;
        let symbol = self.symbols.get_mut(id);
        if symbol.content != Content::Number || (symbol.unknown && pass > 1) {
            return None;
        }
        symbol.referenced = true;
        symbol.used_in_pass = pass;
        self.pass.unknown_references += u32::from(symbol.unknown);
        Some((symbol.value, symbol.unknown))
    }
}

#[cfg(test)]
mod tests {
    use crate::assembler::Assembler;
    use crate::listing::Listing;
    use crate::options::{ListingMode, Options};
    use crate::passes::Ending;
    use crate::source::MemoryProvider;

    #[test]
    fn a_line_read_anew_each_time_leaves_no_steps_behind() {
        let mut sources = MemoryProvider::default();
        let text = " processor 6502\n org $1000\n repeat 1000\n /* */ dc.b [1+2]*3,4\n repend\n";
        sources.insert("a.asm", text);
        let options = Options {
            source: b"a.asm".to_vec(),
            ..Options::default()
        };
        let listing = Listing::new(ListingMode::None, None);
        let mut assembler = Assembler::new(&sources, &options, listing);
        assert_eq!(assembler.run(), Ending::Settled);
        assert_eq!(assembler.output.bytes.len(), 2 + 2000);
        let ops = assembler.programs.ops.len();
        assert!(ops < 100, "{ops} ops");
    }
}
