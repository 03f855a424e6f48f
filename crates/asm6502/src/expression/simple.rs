//! The values of operands of one number or one name.

use crate::context::Context;
use crate::expression::symbols::{use_known_number, use_symbol};
use crate::labels::symbol_named;
use crate::names::symbols::{Content, SymbolId};
use crate::operand::simple::{ArgumentValue, Half, Operand, Shape, Slot};
use crate::operand::value::{Form, Value};
use crate::sources::frames::FrameKind;
use crate::sources::line::Line;
use smallvec::SmallVec;

/// Reads an argument that is inserted into operands; creates the symbol of a new name.
pub(crate) fn argument_value(context: &mut Context, text: &[u8]) -> ArgumentValue {
    let alone = |shape: Shape| {
        shape.form == Form::Plain && shape.half == Half::Both && shape.operator.is_none()
    };
    match Operand::read(text) {
        Some(Operand::Number {
            value,
            form: Form::Plain,
        }) => ArgumentValue::Number(value),
        Some(Operand::Name { shape, .. }) if alone(shape) => {
            let id = symbol_named(context, text);
            if context.names.is_lasting(id, text) {
                ArgumentValue::Symbol(id)
            } else {
                ArgumentValue::Other
            }
        }
        _ => ArgumentValue::Other,
    }
}

/// Reads the operand and looks up the name if it has one; remembers both.
#[inline(always)]
pub(crate) fn read_operand(context: &mut Context, line: &Line) -> Operand {
    let read = Operand::read_with_name(line.operand());
    let (mut operand, name) = read.unwrap_or((Operand::NotSimple, b""));
    if let Operand::Name { symbol, .. } = &mut operand {
        let id = symbol_named(context, name);
        *symbol = context.names.is_lasting(id, name).then_some(id);
    }
    if !line.varies {
        line.memo.operand.set(operand);
    }
    operand
}

/// The value of a simple operand. `None` leaves it to the stack machine.
pub(crate) fn evaluate_simple(context: &mut Context, line: &Line) -> Option<Value> {
    let operand = match line.memo.operand.get() {
        Operand::Unread => read_operand(context, line),
        known => known,
    };
    match operand {
        Operand::Name { symbol, shape } => evaluate_name(context, line, symbol, shape),
        operand => operand.constant(),
    }
}

fn evaluate_name(
    context: &mut Context,
    line: &Line,
    symbol: Option<SymbolId>,
    shape: Shape,
) -> Option<Value> {
    let id = match context.names.still_known(symbol) {
        Some(id) => id,
        None => {
            let name = shape.name(line.operand());
            let id = symbol_named(context, name);
            if !line.varies && context.names.is_lasting(id, name) {
                let symbol = Some(id);
                line.memo.operand.set(Operand::Name { symbol, shape });
            }
            id
        }
    };
    if context.names.symbols.get(id).content != Content::Number {
        return None;
    }
    let (value, unknown) = use_symbol(context, id, line.operand(), shape.start());
    context.operands.stacks.remember_shape(shape);
    Some(shape.apply(value, unknown))
}

/// The value of a name with something around it, if it is a known number that is visible here.
#[inline(always)]
pub(crate) fn known_name(context: &mut Context, id: SymbolId, shape: Shape) -> Option<Value> {
    let value = use_known_number(context, id)?;
    context.operands.stacks.remember_shape(shape);
    Some(shape.apply(value, false))
}

/// The value of an operand that is an argument of the macro being run.
#[inline(always)]
pub(crate) fn argument_operand(context: &mut Context, slot: Slot) -> Option<Value> {
    match argument(context, slot.argument)? {
        ArgumentValue::Number(value) => {
            context.operands.stacks.remember_shape(slot.shape);
            Some(slot.shape.apply(i64::from(value), false))
        }
        ArgumentValue::Symbol(id) => known_name(context, id, slot.shape),
        _ => None,
    }
}

/// What an argument of the macro being run is as an operand; remembered with the call.
fn argument(context: &mut Context, number: u8) -> Option<ArgumentValue> {
    let FrameKind::Macro { arguments, .. } = &context.sources.frames.last()?.kind else {
        return None;
    };
    let value = arguments.value(number)?;
    if value != ArgumentValue::Unread {
        return Some(value);
    }
    if !arguments.are_plain() || !arguments.are_tight() {
        return None;
    }
    let text: SmallVec<[u8; 32]> = SmallVec::from_slice(arguments.get(i64::from(number))?);
    let value = argument_value(context, &text);
    if let FrameKind::Macro { arguments, .. } = &context.sources.frames.last()?.kind {
        arguments.set_value(number, value);
    }
    Some(value)
}
