//! The values of compiled operands.

use crate::context::Context;
use crate::expression::symbols::current_address;
use crate::labels::symbol_named;
use crate::names::symbols::{Content, SymbolId};
use crate::operand::compile::Compiler;
use crate::operand::operators::{MaybeKnown, Operator, PREFIX, binary, prefix};
use crate::operand::program::{Done, MOST_VALUES, OPERATOR, Op, OpKind};
use crate::operand::simple::Operand;
use crate::operand::value::{Form, Syntax, Value};
use crate::sources::line::Line;

/// Runs the program of the line's operand, compiled first if need be. `None` if the stack
/// machine has to evaluate it, or `done` refuses what it is given.
pub(crate) fn run_line(
    context: &mut Context,
    line: &Line,
    syntax: Syntax,
    done: impl FnMut(Done) -> bool,
) -> Option<()> {
    let start = match line.memo.operand.get() {
        Operand::Compiled(start) => start,
        Operand::Unread | Operand::NotSimple => compile_line(context, line, syntax)?,
        _ => return None,
    };
    let result = run_program(context, start, done);
    if line.varies {
        context.operands.programs.ops.truncate(start as usize);
    }
    result
}

/// Compiles the operand; returns where its program begins.
fn compile_line(context: &mut Context, line: &Line, syntax: Syntax) -> Option<u32> {
    let start = context.operands.programs.ops.len();
    let newer = context.newer();
    let ops = &mut context.operands.programs.ops;
    let compiled = Compiler::new(line.operand(), syntax, newer, ops).compile();
    let found = compiled.and_then(|()| look_up_names(context, start, line.operand()));
    let place = found.and_then(|()| u32::try_from(start).ok());
    if place.is_none() {
        context.operands.programs.ops.truncate(start);
    }
    if !line.varies {
        line.memo
            .operand
            .set(place.map_or(Operand::Declined, Operand::Compiled));
    }
    place
}

/// Looks up the names in the program, in the order of the text; `None` if one of them is a text.
fn look_up_names(context: &mut Context, start: usize, text: &[u8]) -> Option<()> {
    for index in start..context.operands.programs.ops.len() {
        let op = context.operands.programs.ops[index];
        if op.kind() != OpKind::Name {
            continue;
        }
        let (from, to) = op.places();
        let name = &text[from..to];
        let id = symbol_named(context, name);
        context.operands.programs.ops[index] = if id == SymbolId::HERE {
            Op::new(OpKind::Here, 0)
        } else if context.names.is_lasting(id, name)
            && context.names.symbols.get(id).content == Content::Number
        {
            Op::of_symbol(id)?
        } else {
            return None;
        };
    }
    Some(())
}

/// Runs the program of an operand. `None` leaves it to the stack machine: if a name is a text or
/// has changed its meaning, or if the operand needs a message.
fn run_program(
    context: &mut Context,
    start: u32,
    mut done: impl FnMut(Done) -> bool,
) -> Option<()> {
    let newer = context.newer();
    let unknown_references = context.report.pass.unknown_references;
    // The value computed last; those before wait for their operators.
    let mut value = MaybeKnown::default();
    let mut waiting = 0;
    let mut at = start as usize;
    let result = loop {
        let op = context.operands.programs.ops[at];
        at += 1;
        let next = match op.kind() {
            OpKind::Number => (op.number(), false),
            OpKind::Symbol => match value_of_symbol(context, op) {
                Some(next) => next,
                None => break None,
            },
            OpKind::Here => {
                let here = current_address(context);
                (here.value, here.unknown)
            }
            OpKind::Operator => {
                let (pending, operator) = op.places();
                let operator = Operator::ALL[operator % Operator::ALL.len()];
                context.operands.stacks.remember_operator(pending, operator);
                if operator.priority() == PREFIX {
                    value.0 = prefix(operator, value.0);
                    continue;
                }
                waiting -= 1;
                let left = context.operands.programs.values[waiting % MOST_VALUES];
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
                context.operands.stacks.remember_operator(pending, operator);
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
        context.operands.programs.values[waiting % MOST_VALUES] = value;
        waiting += 1;
        value = next;
    };
    if result.is_none() {
        // The stack machine counts them.
        context.report.pass.unknown_references = unknown_references;
    }
    result
}

/// The value of a name. In later passes an unknown one is noted by the stack machine.
#[inline]
fn value_of_symbol(context: &mut Context, op: Op) -> Option<MaybeKnown> {
    let id = context.names.still_known(op.symbol())?;
    let pass = context.report.pass.number;
    let symbol = context.names.symbols.get_mut(id);
    if symbol.content != Content::Number || (symbol.unknown && pass > 1) {
        return None;
    }
    symbol.mark_used(pass);
    context.report.pass.unknown_references += u32::from(symbol.unknown);
    Some((symbol.value, symbol.unknown))
}
