//! The values of operands of one number or one name.

use crate::context::Context;
use crate::expression::symbols::use_symbol;
use crate::labels::symbol_named;
use crate::names::symbols::{Content, SymbolId};
use crate::operand::simple::{ArgumentValue, Half, Operand, Shape};
use crate::operand::value::{Form, Value};
use crate::sources::line::Line;

/// Reads an argument that is put into operands; a name is entered if it is new.
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
pub(crate) fn read_operand(context: &mut Context, line: &Line) -> Operand {
    let mut operand = Operand::read(line.operand()).unwrap_or(Operand::NotSimple);
    if let Operand::Name { symbol, shape } = &mut operand {
        let name = shape.name(line.operand());
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
        Operand::Empty => Some(Value::default()),
        Operand::Number { value, form } => Some(Value {
            value: i64::from(value),
            unknown: false,
            form,
        }),
        Operand::Name { symbol, shape } => evaluate_name(context, line, symbol, shape),
        _ => None,
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
    Some(Value {
        value: shape.value(value),
        unknown,
        form: shape.form,
    })
}
