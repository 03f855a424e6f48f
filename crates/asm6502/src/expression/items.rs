//! The items of an operand, by the shortest way that gives their values.

use crate::code::{Abort, Step};
use crate::context::Context;
use crate::expression::compiled::run_line;
use crate::expression::machine::evaluate;
use crate::expression::simple::evaluate_simple;
use crate::operand::program::Done;
use crate::operand::value::{Item, Items, Syntax};
use crate::sources::line::Line;

/// The items of the line's operand, which is not a simple one.
pub(crate) fn evaluate_line(
    context: &mut Context,
    line: &Line,
    syntax: Syntax,
) -> Result<Items, Abort> {
    let mut items = Items::new();
    let done = run_line(context, line, syntax, |done| {
        let Done::Value(value) = done else {
            return false;
        };
        items.push(value.into());
        true
    });
    match done {
        Some(()) => Ok(items),
        None => evaluate(context, line.operand(), syntax),
    }
}

/// The first of them, and how many are unknown. The caller provides the place for it: returning
/// an item by value takes longer than computing it.
pub(crate) fn evaluate_first(
    context: &mut Context,
    line: &Line,
    syntax: Syntax,
    first: &mut Item,
) -> Result<u32, Abort> {
    let (mut count, mut unknown) = (0, 0);
    let done = run_line(context, line, syntax, |done| {
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
    let mut items = evaluate(context, line.operand(), syntax)?;
    let unknown = items.iter().filter(|item| item.unknown).count();
    *first = items.swap_remove(0);
    Ok(unknown as u32)
}

/// The first item of the line's operand, in the place of an empty one.
pub(crate) fn evaluate_operand(context: &mut Context, line: &Line, item: &mut Item) -> Step {
    match evaluate_simple(context, line) {
        Some(value) => item.set(value),
        None => _ = evaluate_first(context, line, Syntax::Data, item)?,
    }
    Ok(())
}
