//! The values of compiled operands.

use crate::context::Context;
use crate::expression::symbols::current_address;
use crate::labels::symbol_named;
use crate::names::scopes::is_local;
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
    let result = run_program(context, start, line.operand(), done);
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
    // The program of a line that varies is run once, so its names are looked up only then.
    let found = match line.varies {
        true => compiled,
        false => compiled.and_then(|()| look_up_names(context, start, line.operand())),
    };
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
/// A local name may be another symbol the next time, in another call of its macro, so it is looked
/// up again then.
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
        } else if context.names.symbols.get(id).content != Content::Number
            || !context.names.is_lasting(id, name)
        {
            return None;
        } else if is_local(name) {
            continue;
        } else {
            Op::of_symbol(id)?
        };
    }
    Some(())
}

/// Runs the program of an operand. `None` leaves it to the stack machine: if a name is a text or
/// has changed its meaning, or if the operand needs a message.
fn run_program(
    context: &mut Context,
    start: u32,
    text: &[u8],
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
            OpKind::Symbol => match op.symbol().and_then(|id| value_of_symbol(context, id)) {
                Some(next) => next,
                None => break None,
            },
            OpKind::Name => match value_of_name(context, op, text) {
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

/// The value of a name that is looked up each time.
fn value_of_name(context: &mut Context, op: Op, text: &[u8]) -> Option<MaybeKnown> {
    let (from, to) = op.places();
    let id = symbol_named(context, &text[from..to]);
    if id == SymbolId::HERE {
        let here = current_address(context);
        return Some((here.value, here.unknown));
    }
    match id.is_reserved() {
        true => None,
        false => value_of_symbol(context, id),
    }
}

/// The value of a symbol. In later passes an unknown one is noted by the stack machine.
#[inline]
fn value_of_symbol(context: &mut Context, id: SymbolId) -> Option<MaybeKnown> {
    let pass = context.report.pass.number;
    let symbol = context.names.symbols.get_mut(id);
    if symbol.content != Content::Number || (symbol.unknown && pass > 1) {
        return None;
    }
    symbol.mark_used(pass);
    context.report.pass.unknown_references += u32::from(symbol.unknown);
    Some((symbol.value, symbol.unknown))
}
