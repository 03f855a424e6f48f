//! The stack machine: pushes values and operators, and computes pending operators.

use std::rc::Rc;

use crate::context::Context;
use crate::error::{Abort, ErrorCode};
use crate::operand::item::{Item, Items};
use crate::operand::operators::{Operator, PREFIX, binary, prefix};
use crate::operand::stacks::{MAX_OPERATORS, StackValue};
use crate::report::hints;

/// One evaluation in progress.
pub(crate) struct Evaluation<'e, 'c> {
    pub context: &'e mut Context<'c>,
    pub text: &'e [u8],
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

impl Evaluation<'_, '_> {
    /// Computes the pending operators that have at least this operator's priority, then pushes the
    /// operator.
    pub fn push_operator(&mut self, operator: Operator) -> Result<(), Abort> {
        self.expects_operand = true;
        self.constant = false;
        let priority = operator.priority();
        if priority == PREFIX || self.pending().is_none() {
            if self.context.stacks.operators_are_full() {
                return self.too_many_operators(ErrorCode::Recursion, "doop()");
            }
            self.context.stacks.push_operator(operator);
            return Ok(());
        }
        while let Some(pending) = self.pending()
            && pending.priority() >= priority
        {
            self.compute_top()?;
        }
        if self.context.stacks.operators_are_full() {
            // dasm writes past the end of its stack here, and fails or crashes when it computes the
            // operator.
            return self.too_many_operators(ErrorCode::Internal, "operator function table");
        }
        self.context.stacks.push_operator(operator);
        if self.context.stacks.operators_are_full() {
            self.context.report.print("doop: too many operators\n");
            self.drop_operators();
        }
        Ok(())
    }

    /// Aborts the run with dasm's error for a full operator stack.
    #[cold]
    fn too_many_operators(&mut self, code: ErrorCode, dasm_detail: &str) -> Result<(), Abort> {
        let result = self.context.abort(code, dasm_detail.to_owned());
        let message = format!("more than {MAX_OPERATORS} operators and brackets are pending");
        let help = "compute parts of the formula with EQU or SET";
        self.context.explain(message, help);
        result
    }

    /// Drops the pending operators of this evaluation.
    pub fn drop_operators(&mut self) {
        let operators = &mut self.context.stacks.operators;
        operators.truncate(self.operator_base);
    }

    /// Pushes an opening bracket.
    pub fn push_bracket(&mut self) {
        if self.context.stacks.operators_are_full() {
            self.context.report.print("too many ops\n");
        } else {
            self.context.stacks.operators.push(Operator::Bracket);
        }
    }

    /// Returns the last pending operator of this evaluation.
    pub fn pending(&self) -> Option<Operator> {
        self.context.stacks.operators[self.operator_base..]
            .last()
            .copied()
    }

    /// Computes all pending operators of this evaluation.
    pub fn compute_all(&mut self) -> Result<(), Abort> {
        while self.context.stacks.operators.len() > self.operator_base {
            self.compute_top()?;
        }
        Ok(())
    }

    /// Computes the last pending operator.
    pub fn compute_top(&mut self) -> Result<(), Abort> {
        let Some(operator) = self.pending() else {
            return Ok(());
        };
        self.context.stacks.operators.pop();
        let needed = if operator.priority() == PREFIX { 1 } else { 2 };
        let depth = self.context.stacks.operators.len();
        let operator = match operator {
            Operator::Bracket => match self.context.stacks.stale.get(depth).copied().flatten() {
                Some(stale) => stale,
                None => {
                    return self
                        .context
                        .abort(ErrorCode::Internal, "operator function table".to_owned());
                }
            },
            operator => operator,
        };
        if self.context.stacks.top < self.value_base + needed {
            self.context
                .error_at(ErrorCode::Syntax, Vec::new(), self.text, self.at);
            if memchr::memmem::find(self.text, b"//").is_some() {
                self.context.advise(hints::COMMENTS);
            }
            self.context.stacks.top = self.value_base;
            return Ok(());
        }
        let right = self.context.stacks.pop_number();
        if needed == 1 {
            let value = prefix(operator, right.0);
            return self.push_value(value, right.1, None);
        }
        let left = self.context.stacks.pop_number();
        if operator.priority() == PREFIX {
            // dasm passes both operands to the prefix operator's function, which expects a value
            // and its flags, and so takes the second operand for the flags. Bit 0 of the flags
            // means unknown.
            let value = prefix(operator, left.0);
            return self.push_value(value, right.0 & 1 != 0, None);
        }
        let Some((value, unknown)) = binary(operator, left, right, self.context.is_newer_dialect())
        else {
            return self.context.abort(ErrorCode::DivisionByZero, String::new());
        };
        self.push_value(value, unknown, None)?;
        use Operator::*;
        if matches!(operator, Add | Subtract | Multiply) || (operator == Remainder && !unknown) {
            self.expects_operand = true;
        }
        Ok(())
    }

    /// Pushes a value, with its text if it is a string, and immediately applies any prefix
    /// operators directly before it.
    #[inline]
    pub fn push_value(
        &mut self,
        value: i64,
        unknown: bool,
        text: Option<Rc<[u8]>>,
    ) -> Result<(), Abort> {
        self.expects_operand = false;
        self.context.stacks.push(StackValue {
            value,
            unknown,
            text,
        });
        if self.context.stacks.values_are_full() {
            if self.context.is_newer_dialect() {
                return self
                    .context
                    .abort(ErrorCode::ExpressionTable, String::new());
            }
            self.context.report.print("stackarg: maxargs stacked\n");
            self.context.stacks.top = self.value_base;
        }
        while let Some(pending) = self.pending()
            && pending.priority() == PREFIX
        {
            self.compute_top()?;
        }
        Ok(())
    }
}
