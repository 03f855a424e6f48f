//! The stack machine: pushing values and operators, computing what is pending.

use std::rc::Rc;

use crate::code::{Code, Step};
use crate::context::Context;
use crate::operand::operators::{Operator, PREFIX, binary, prefix};
use crate::operand::stacks::{Argument, MOST_OPERATORS};
use crate::operand::value::{Item, Items};
use crate::report::hints;

/// One evaluation in progress.
pub(crate) struct Evaluation<'t> {
    pub text: &'t [u8],
    pub at: usize,
    pub argument_base: usize,
    pub operator_base: usize,
    pub expects_operand: bool,
    /// Parentheses are addressing syntax; no longer behind a `#`.
    pub addressing: bool,
    /// Nothing but numbers has been read, so the operand has these values always.
    pub constant: bool,
    pub item: Item,
    pub items: Items,
}

/// Pushes an operator; computes those before it that bind as tightly or tighter.
pub(crate) fn push_operator(
    context: &mut Context,
    run: &mut Evaluation,
    operator: Operator,
) -> Step {
    run.expects_operand = true;
    run.constant = false;
    let priority = operator.priority();
    if priority == PREFIX || pending(context, run).is_none() {
        if context.operands.is_full() {
            return too_many_operators(context, Code::Recursion, "doop()");
        }
        context.operands.push_operator(operator);
        return Ok(());
    }
    while let Some(pending) = pending(context, run)
        && pending.priority() >= priority
    {
        compute_top(context, run)?;
    }
    if context.operands.is_full() {
        // dasm writes beyond its stack here, and fails or crashes when it computes the operator.
        return too_many_operators(context, Code::Internal, "operator function table");
    }
    context.operands.push_operator(operator);
    if context.operands.is_full() {
        context.report.say("doop: too many operators\n");
        drop_operators(context, run);
    }
    Ok(())
}

/// Ends the run with dasm's error for a stack of operators that is full.
#[cold]
fn too_many_operators(context: &mut Context, code: Code, place: &str) -> Step {
    let result = context.abort(code, place.to_owned());
    context.amend(|diagnostic| {
        let message = format!("more than {MOST_OPERATORS} operators and brackets are pending");
        diagnostic.message = message;
        diagnostic.help = Some("compute parts of the formula with EQU or SET".to_owned());
    });
    result
}

/// Drops the pending operators of this evaluation.
pub(crate) fn drop_operators(context: &mut Context, run: &Evaluation) {
    let operators = &mut context.operands.operators;
    operators.truncate(run.operator_base);
}

/// Pushes an opening bracket.
pub(crate) fn push_bracket(context: &mut Context) {
    if context.operands.is_full() {
        context.report.say("too many ops\n");
    } else {
        context.operands.operators.push(Operator::Bracket);
    }
}

pub(crate) fn pending(context: &Context, run: &Evaluation) -> Option<Operator> {
    context.operands.operators[run.operator_base..]
        .last()
        .copied()
}

pub(crate) fn compute_all(context: &mut Context, run: &mut Evaluation) -> Step {
    while context.operands.operators.len() > run.operator_base {
        compute_top(context, run)?;
    }
    Ok(())
}

/// Computes the last pending operator.
pub(crate) fn compute_top(context: &mut Context, run: &mut Evaluation) -> Step {
    let Some(operator) = pending(context, run) else {
        return Ok(());
    };
    context.operands.operators.pop();
    let needed = if operator.priority() == PREFIX { 1 } else { 2 };
    let depth = context.operands.operators.len();
    let operator = match operator {
        Operator::Bracket => match context.operands.stale.get(depth).copied().flatten() {
            Some(stale) => stale,
            None => return context.abort(Code::Internal, "operator function table".to_owned()),
        },
        operator => operator,
    };
    if context.operands.top < run.argument_base + needed {
        context.error_at(Code::Syntax, Vec::new(), run.text, run.at);
        if memchr::memmem::find(run.text, b"//").is_some() {
            context.amend(|diagnostic| diagnostic.help = Some(hints::COMMENTS.to_owned()));
        }
        context.operands.top = run.argument_base;
        return Ok(());
    }
    let right = context.operands.pop();
    if needed == 1 {
        let value = prefix(operator, right.value);
        return push_number(context, run, value, right.unknown);
    }
    let left = context.operands.pop();
    if operator.priority() == PREFIX {
        // dasm's function for a prefix operator takes its second argument for the flags of the first.
        let value = prefix(operator, left.value);
        return push_number(context, run, value, right.value & 1 != 0);
    }
    let newer = context.newer();
    let sides = ((left.value, left.unknown), (right.value, right.unknown));
    let Some((value, unknown)) = binary(operator, sides.0, sides.1, newer) else {
        return context.abort(Code::DivisionByZero, String::new());
    };
    push_number(context, run, value, unknown)?;
    use Operator::*;
    if matches!(operator, Add | Subtract | Multiply) || (operator == Remainder && !unknown) {
        run.expects_operand = true;
    }
    Ok(())
}

pub(crate) fn push_number(
    context: &mut Context,
    run: &mut Evaluation,
    value: i64,
    unknown: bool,
) -> Step {
    push_argument(
        context,
        run,
        Argument {
            value,
            unknown,
            has_text: false,
        },
    )
}

/// Pushes an operand; prefix operators directly before it apply immediately.
fn push_argument(context: &mut Context, run: &mut Evaluation, argument: Argument) -> Step {
    run.expects_operand = false;
    context.operands.push(argument);
    check_values(context, run)?;
    apply_prefixes(context, run)
}

/// Reports a stack of values that is full.
fn check_values(context: &mut Context, run: &Evaluation) -> Step {
    if !context.operands.values_are_full() {
        return Ok(());
    }
    if context.newer() {
        return context.abort(Code::ExpressionTable, String::new());
    }
    context.report.say("stackarg: maxargs stacked\n");
    context.operands.top = run.argument_base;
    Ok(())
}

fn apply_prefixes(context: &mut Context, run: &mut Evaluation) -> Step {
    while let Some(pending) = pending(context, run)
        && pending.priority() == PREFIX
    {
        compute_top(context, run)?;
    }
    Ok(())
}

/// A value that may have a text.
pub(crate) fn push_text(
    context: &mut Context,
    run: &mut Evaluation,
    value: i64,
    unknown: bool,
    text: Option<Rc<[u8]>>,
) -> Step {
    let argument = Argument {
        value,
        unknown,
        has_text: false,
    };
    let Some(text) = text else {
        return push_argument(context, run, argument);
    };
    run.expects_operand = false;
    context.operands.push(argument);
    context.operands.set_text(text);
    check_values(context, run)?;
    apply_prefixes(context, run)
}
