//! The two stacks of an evaluation, and what is computed on them.

use std::rc::Rc;

use super::operators::{Operator, PREFIX, binary, prefix};
use super::{Evaluation, Shape};
use crate::assembler::{Assembler, Step};
use crate::diagnostic::Code;

/// Most pending operators.
pub(super) const MOST_OPERATORS: usize = 32;

/// Depth of the stack up to which operators are remembered.
const STALE: usize = 64;

impl Operator {
    pub(super) fn priority(self) -> u8 {
        use Operator::*;
        match self {
            Complement | Negate | Not | Low | High => PREFIX,
            Multiply | Divide | Remainder => 20,
            Add | Subtract => 19,
            ShiftLeft | ShiftRight => 18,
            Less | LessEqual | Greater | GreaterEqual => 17,
            Equal | NotEqual => 16,
            BitAnd => 15,
            BitXor => 14,
            BitOr => 13,
            And => 12,
            Or => 11,
            Choose => 10,
            Bracket => 0,
        }
    }
}

/// A value on the stack.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Argument {
    pub value: i64,
    pub unknown: bool,
    /// There is a text beside it.
    pub has_text: bool,
}

/// The two stacks. Values may be taken from below the base after a stray comma: the slots there
/// keep what was last put into them, as in dasm.
#[derive(Debug)]
pub(crate) struct Stacks {
    pub(super) slots: Vec<Argument>,
    /// The texts of the slots that have one.
    texts: Vec<Option<Rc<[u8]>>>,
    /// One above the highest value, as an index into `slots`.
    pub(super) top: usize,
    pub(super) operators: Vec<Operator>,
    /// The last true operator at each depth of the stack: a bracket does not overwrite it, and a
    /// bracket that is never closed is computed as that operator.
    stale: [Option<Operator>; STALE],
    pub(super) depth: u32,
}

/// Slots below the first value.
const CELLAR: usize = 64;

impl Default for Stacks {
    fn default() -> Self {
        Stacks {
            slots: vec![Argument::default(); 2 * CELLAR],
            texts: Vec::new(),
            top: CELLAR,
            operators: Vec::new(),
            stale: [None; STALE],
            depth: 0,
        }
    }
}

impl Stacks {
    #[inline]
    pub(super) fn push(&mut self, argument: Argument) {
        if self.top == self.slots.len() {
            self.slots.push(argument);
        } else {
            self.slots[self.top] = argument;
        }
        self.top += 1;
    }

    /// Puts a text beside the topmost value.
    pub(super) fn set_text(&mut self, text: Rc<[u8]>) {
        let Some(top) = self.top.checked_sub(1) else {
            return;
        };
        if self.texts.len() <= top {
            self.texts.resize(self.slots.len(), None);
        }
        self.texts[top] = Some(text);
        self.slots[top].has_text = true;
    }

    pub(super) fn pop(&mut self) -> Argument {
        self.top = self.top.saturating_sub(1);
        self.slots[self.top]
    }

    /// The text of the value that was just popped.
    pub(super) fn popped_text(&self, argument: Argument) -> Option<Rc<[u8]>> {
        if argument.has_text {
            self.texts.get(self.top)?.clone()
        } else {
            None
        }
    }

    /// Remembers the last true operator of that depth.
    #[inline]
    pub(super) fn remember_operator(&mut self, depth: usize, operator: Operator) {
        if let Some(slot) = self.stale.get_mut(depth) {
            *slot = Some(operator);
        }
    }

    /// Remembers the operator of a simple operand.
    #[inline]
    pub fn remember_shape(&mut self, shape: Shape) {
        if let Some(operator) = shape.last_operator() {
            self.remember_operator(0, operator);
        }
    }

    /// What is remembered of operators, for comparison.
    #[cfg(test)]
    pub fn last_operators(&self) -> String {
        format!("{:?}", self.stale)
    }

    /// Back to the state before the line, after an abort in mid-expression.
    pub fn clear(&mut self) {
        self.top = CELLAR;
        self.operators.clear();
        self.depth = 0;
    }
}

impl Assembler<'_> {
    pub(super) fn push_operator(&mut self, run: &mut Evaluation, operator: Operator) -> Step {
        run.expects_operand = true;
        let priority = operator.priority();
        if priority != PREFIX {
            while let Some(pending) = self.pending(run)
                && pending.priority() >= priority
            {
                self.compute_top(run)?;
            }
        }
        self.store_operator(run, operator);
        Ok(())
    }

    pub(super) fn store_operator(&mut self, run: &Evaluation, operator: Operator) {
        if self.stacks.operators.len() - run.operator_base >= MOST_OPERATORS {
            self.say("too many ops\n");
        } else {
            let depth = self.stacks.operators.len();
            if operator != Operator::Bracket {
                self.stacks.remember_operator(depth, operator);
            }
            self.stacks.operators.push(operator);
        }
    }

    pub(super) fn pending(&self, run: &Evaluation) -> Option<Operator> {
        self.stacks.operators[run.operator_base..].last().copied()
    }

    pub(super) fn compute_all(&mut self, run: &mut Evaluation) -> Step {
        while self.stacks.operators.len() > run.operator_base {
            self.compute_top(run)?;
        }
        Ok(())
    }

    /// Computes the last pending operator.
    pub(super) fn compute_top(&mut self, run: &mut Evaluation) -> Step {
        let Some(operator) = self.pending(run) else {
            return Ok(());
        };
        self.stacks.operators.pop();
        let needed = if operator.priority() == PREFIX { 1 } else { 2 };
        let depth = self.stacks.operators.len();
        let operator = match operator {
            Operator::Bracket => match self.stacks.stale.get(depth).copied().flatten() {
                Some(stale) => stale,
                None => return self.abort(Code::Internal, "operator function table".to_owned()),
            },
            operator => operator,
        };
        if self.stacks.top < run.argument_base + needed {
            self.error_at(Code::Syntax, Vec::new(), run.text, run.at);
            self.stacks.top = run.argument_base;
            return Ok(());
        }
        let right = self.stacks.pop();
        if needed == 1 {
            let value = prefix(operator, right.value);
            return self.push_number(run, value, right.unknown);
        }
        let left = self.stacks.pop();
        if operator.priority() == PREFIX {
            let value = prefix(operator, left.value);
            return self.push_number(run, value, left.unknown);
        }
        let newer = self.newer();
        let sides = ((left.value, left.unknown), (right.value, right.unknown));
        let Some((value, unknown)) = binary(operator, sides.0, sides.1, newer) else {
            return self.abort(Code::DivisionByZero, String::new());
        };
        self.push_number(run, value, unknown)?;
        use Operator::*;
        if matches!(operator, Add | Subtract | Multiply) || (operator == Remainder && !unknown) {
            run.expects_operand = true;
        }
        Ok(())
    }

    pub(super) fn push_number(&mut self, run: &mut Evaluation, value: i64, unknown: bool) -> Step {
        self.push_argument(
            run,
            Argument {
                value,
                unknown,
                has_text: false,
            },
        )
    }

    /// An operand is there: prefix operators directly before it apply at once.
    pub(super) fn push_argument(&mut self, run: &mut Evaluation, argument: Argument) -> Step {
        run.expects_operand = false;
        self.stacks.push(argument);
        self.apply_prefixes(run)
    }

    pub(super) fn apply_prefixes(&mut self, run: &mut Evaluation) -> Step {
        while let Some(pending) = self.pending(run)
            && pending.priority() == PREFIX
        {
            self.compute_top(run)?;
        }
        Ok(())
    }
}
