//! The two stacks of the evaluation: values and pending operators.

use std::rc::Rc;

use crate::operand::operators::Operator;

/// Most pending operators, those of the evaluations around included.
pub(crate) const MOST_OPERATORS: usize = 32;

/// Values that dasm cannot hold, those of the evaluations around included.
const MOST_VALUES: usize = 64;

/// Depth of the stack up to which operators are remembered.
const STALE: usize = 64;

/// A value on the stack.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Argument {
    pub value: i64,
    pub unknown: bool,
    /// There is a text beside it.
    pub has_text: bool,
}

/// The two stacks. After a stray comma values may be taken from below the base: the slots there
/// keep their last value, as in dasm.
#[derive(Debug)]
pub(crate) struct Stacks {
    pub(crate) slots: Vec<Argument>,
    /// The texts of the slots that have one.
    pub texts: Vec<Option<Rc<[u8]>>>,
    /// One above the highest value, as an index into `slots`.
    pub(crate) top: usize,
    pub(crate) operators: Vec<Operator>,
    /// The last true operator at each depth of the stack: a bracket does not overwrite it, and a
    /// bracket that is never closed is computed as that operator.
    pub stale: [Option<Operator>; STALE],
    pub(crate) depth: u32,
}

/// Slots below the first value.
const BELOW_FIRST: usize = 64;

impl Default for Stacks {
    fn default() -> Self {
        Stacks {
            slots: vec![Argument::default(); 2 * BELOW_FIRST],
            texts: Vec::new(),
            top: BELOW_FIRST,
            operators: Vec::new(),
            stale: [None; STALE],
            depth: 0,
        }
    }
}

impl Stacks {
    #[inline]
    pub(crate) fn push(&mut self, argument: Argument) {
        if self.top == self.slots.len() {
            self.slots.push(argument);
        } else {
            self.slots[self.top] = argument;
        }
        self.top += 1;
    }

    /// Puts a text beside the topmost value.
    pub(crate) fn set_text(&mut self, text: Rc<[u8]>) {
        let Some(top) = self.top.checked_sub(1) else {
            return;
        };
        if self.texts.len() <= top {
            self.texts.resize(self.slots.len(), None);
        }
        self.texts[top] = Some(text);
        self.slots[top].has_text = true;
    }

    pub(crate) fn pop(&mut self) -> Argument {
        self.top = self.top.saturating_sub(1);
        self.slots[self.top]
    }

    /// The text of the value that was just popped.
    pub(crate) fn popped_text(&self, argument: Argument) -> Option<Rc<[u8]>> {
        if argument.has_text {
            self.texts.get(self.top)?.clone()
        } else {
            None
        }
    }

    /// True if no operator may be pushed.
    pub fn is_full(&self) -> bool {
        self.operators.len() >= MOST_OPERATORS
    }

    /// True if the value pushed last was one too many.
    pub fn values_are_full(&self) -> bool {
        self.top == BELOW_FIRST + MOST_VALUES
    }

    /// Pushes an operator that is not a bracket.
    pub fn push_operator(&mut self, operator: Operator) {
        if let Some(slot) = self.stale.get_mut(self.operators.len()) {
            *slot = Some(operator);
        }
        self.operators.push(operator);
    }

    /// Clears both stacks after an abort within an expression.
    pub fn clear(&mut self) {
        self.top = BELOW_FIRST;
        self.operators.clear();
        self.depth = 0;
    }
}
