//! The parts that evaluating an operand needs: operators, numbers and names in its text, addressing
//! forms, items, and the two stacks. `expression` evaluates; the stacks are here because `context`
//! holds them.

pub(crate) mod item;
pub(crate) mod operators;
pub(crate) mod scan;
pub(crate) mod stacks;
