//! The stack machine: pushes values and operators, and computes pending operators.

use std::rc::Rc;

use crate::context::Context;
use crate::error::{Abort, ErrorCode};
use crate::operand::item::{Item, Items};
use crate::operand::operators::{Operator, PREFIX, binary, prefix};
use crate::operand::stacks::{MAX_OPERATORS, StackValue};
use crate::report::hints;

/// One evaluation in progress.
pub(crate) struct Evaluation<'t> {
    pub text: &'t [u8],
    /// Offset of the next token in the text.
    pub at: usize,
    /// Height of the value stack when the evaluation began.
    pub value_base: usize,
    /// Height of the operator stack when the evaluation began.
    pub operator_base: usize,
    pub expects_operand: bool,
    /// True if parentheses choose an addressing mode. After a `#` they only group.
    pub addressing: bool,
    /// True while only numbers have been read: their values are the same in every evaluation.
    pub constant: bool,
    /// The item being read.
    pub item: Item,
    /// The finished items.
    pub items: Items,
}

/// Computes the pending operators that have at least this operator's priority, then pushes the
/// operator.
pub(crate) fn push_operator(
    context: &mut Context,
    evaluation: &mut Evaluation,
    operator: Operator,
) -> Result<(), Abort> {
    evaluation.expects_operand = true;
    evaluation.constant = false;
    let priority = operator.priority();
    if priority == PREFIX || pending(context, evaluation).is_none() {
        if context.stacks.operators_are_full() {
            return too_many_operators(context, ErrorCode::Recursion, "doop()");
        }
        context.stacks.push_operator(operator);
        return Ok(());
    }
    while let Some(pending) = pending(context, evaluation)
        && pending.priority() >= priority
    {
        compute_top(context, evaluation)?;
    }
    if context.stacks.operators_are_full() {
        // dasm writes past the end of its stack here, and fails or crashes when it computes the
        // operator.
        return too_many_operators(context, ErrorCode::Internal, "operator function table");
    }
    context.stacks.push_operator(operator);
    if context.stacks.operators_are_full() {
        context.report.print("doop: too many operators\n");
        drop_operators(context, evaluation);
    }
    Ok(())
}

/// Aborts the run with dasm's error for a full operator stack.
#[cold]
fn too_many_operators(context: &mut Context, code: ErrorCode, place: &str) -> Result<(), Abort> {
    let result = context.abort(code, place.to_owned());
    context.amend(|diagnostic| {
        let message = format!("more than {MAX_OPERATORS} operators and brackets are pending");
        diagnostic.message = message;
        diagnostic.help = Some("compute parts of the formula with EQU or SET".to_owned());
    });
    result
}

/// Drops the pending operators of this evaluation.
pub(crate) fn drop_operators(context: &mut Context, evaluation: &Evaluation) {
    let operators = &mut context.stacks.operators;
    operators.truncate(evaluation.operator_base);
}

/// Pushes an opening bracket.
pub(crate) fn push_bracket(context: &mut Context) {
    if context.stacks.operators_are_full() {
        context.report.print("too many ops\n");
    } else {
        context.stacks.operators.push(Operator::Bracket);
    }
}

/// Returns the last pending operator of this evaluation.
pub(crate) fn pending(context: &Context, evaluation: &Evaluation) -> Option<Operator> {
    context.stacks.operators[evaluation.operator_base..]
        .last()
        .copied()
}

/// Computes all pending operators of this evaluation.
pub(crate) fn compute_all(context: &mut Context, evaluation: &mut Evaluation) -> Result<(), Abort> {
    while context.stacks.operators.len() > evaluation.operator_base {
        compute_top(context, evaluation)?;
    }
    Ok(())
}

/// Computes the last pending operator.
pub(crate) fn compute_top(context: &mut Context, evaluation: &mut Evaluation) -> Result<(), Abort> {
    let Some(operator) = pending(context, evaluation) else {
        return Ok(());
    };
    context.stacks.operators.pop();
    let needed = if operator.priority() == PREFIX { 1 } else { 2 };
    let depth = context.stacks.operators.len();
    let operator = match operator {
        Operator::Bracket => match context.stacks.stale.get(depth).copied().flatten() {
            Some(stale) => stale,
            None => {
                return context.abort(ErrorCode::Internal, "operator function table".to_owned());
            }
        },
        operator => operator,
    };
    if context.stacks.top < evaluation.value_base + needed {
        context.error_at(
            ErrorCode::Syntax,
            Vec::new(),
            evaluation.text,
            evaluation.at,
        );
        if memchr::memmem::find(evaluation.text, b"//").is_some() {
            context.amend(|diagnostic| diagnostic.help = Some(hints::COMMENTS.to_owned()));
        }
        context.stacks.top = evaluation.value_base;
        return Ok(());
    }
    let right = context.stacks.pop_number();
    if needed == 1 {
        let value = prefix(operator, right.0);
        return push_value(context, evaluation, value, right.1, None);
    }
    let left = context.stacks.pop_number();
    if operator.priority() == PREFIX {
        // dasm calls the prefix operator's function with both operands. The function expects a
        // value and its flags, so it uses the second operand as the flags. Bit 0 of the flags means
        // unknown.
        let value = prefix(operator, left.0);
        return push_value(context, evaluation, value, right.0 & 1 != 0, None);
    }
    let Some((value, unknown)) = binary(operator, left, right, context.newer()) else {
        return context.abort(ErrorCode::DivisionByZero, String::new());
    };
    push_value(context, evaluation, value, unknown, None)?;
    use Operator::*;
    if matches!(operator, Add | Subtract | Multiply) || (operator == Remainder && !unknown) {
        evaluation.expects_operand = true;
    }
    Ok(())
}

/// Pushes a value, with its text if it is a string, and immediately applies any prefix operators
/// directly before it.
#[inline]
pub(crate) fn push_value(
    context: &mut Context,
    evaluation: &mut Evaluation,
    value: i64,
    unknown: bool,
    text: Option<Rc<[u8]>>,
) -> Result<(), Abort> {
    evaluation.expects_operand = false;
    context.stacks.push(StackValue {
        value,
        unknown,
        text,
    });
    if context.stacks.values_are_full() {
        if context.newer() {
            return context.abort(ErrorCode::ExpressionTable, String::new());
        }
        context.report.print("stackarg: maxargs stacked\n");
        context.stacks.top = evaluation.value_base;
    }
    while let Some(pending) = pending(context, evaluation)
        && pending.priority() == PREFIX
    {
        compute_top(context, evaluation)?;
    }
    Ok(())
}
