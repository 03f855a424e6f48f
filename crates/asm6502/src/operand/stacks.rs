//! The expression machine's two stacks: values and pending operators.

use std::rc::Rc;

use crate::operand::operators::{MaybeKnown, Operator};

/// Maximum number of pending operators, over all nested evaluations.
pub(crate) const MAX_OPERATORS: usize = 32;

/// Number of values on the stack at which dasm reports that its stack is full. All nested
/// evaluations count together.
const MAX_VALUES: usize = 64;

/// Number of entries in [`Stacks::stale`]: one for each depth of the operator stack.
const STALE_DEPTH: usize = 64;

/// A value on the stack, with its text if it is a string.
#[derive(Debug, Clone, Default)]
pub(crate) struct StackValue {
    pub value: i64,
    pub unknown: bool,
    pub text: Option<Rc<[u8]>>,
}

/// The two stacks. An unexpected comma may pop values that are below the base of the current
/// evaluation. A slot keeps its last value after the value is popped, as in dasm.
#[derive(Debug)]
pub(crate) struct Stacks {
    pub slots: Vec<StackValue>,
    /// Index of the first free slot.
    pub top: usize,
    pub operators: Vec<Operator>,
    /// For each depth of the operator stack, the last operator (not a bracket) that was pushed at
    /// this depth. dasm evaluates an unclosed bracket as if it were this operator.
    pub stale: [Option<Operator>; STALE_DEPTH],
    /// Number of nested evaluations.
    pub depth: u32,
}

/// Number of spare slots below the first value. A pop from an empty stack reads one of them.
const SPARE_SLOTS: usize = 64;

impl Default for Stacks {
    fn default() -> Self {
        Stacks {
            slots: vec![StackValue::default(); 2 * SPARE_SLOTS],
            top: SPARE_SLOTS,
            operators: Vec::new(),
            stale: [None; STALE_DEPTH],
            depth: 0,
        }
    }
}

impl Stacks {
    #[inline]
    pub fn push(&mut self, value: StackValue) {
        if self.top == self.slots.len() {
            self.slots.push(value);
        } else {
            self.slots[self.top] = value;
        }
        self.top += 1;
    }

    pub fn pop(&mut self) -> &StackValue {
        self.top = self.top.saturating_sub(1);
        &self.slots[self.top]
    }

    /// Pops a value, without its text.
    pub fn pop_number(&mut self) -> MaybeKnown {
        let popped = self.pop();
        (popped.value, popped.unknown)
    }

    /// Returns true if no more operators may be pushed.
    pub fn operators_are_full(&self) -> bool {
        self.operators.len() >= MAX_OPERATORS
    }

    /// Returns true if the last push filled the value stack, which dasm reports as an error.
    pub fn values_are_full(&self) -> bool {
        self.top == SPARE_SLOTS + MAX_VALUES
    }

    /// Pushes an operator that is not a bracket.
    pub fn push_operator(&mut self, operator: Operator) {
        if let Some(slot) = self.stale.get_mut(self.operators.len()) {
            *slot = Some(operator);
        }
        self.operators.push(operator);
    }

    /// Clears both stacks after an expression has been aborted.
    pub fn clear(&mut self) {
        self.top = SPARE_SLOTS;
        self.operators.clear();
        self.depth = 0;
    }
}
