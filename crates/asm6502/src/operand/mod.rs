//! The parts that the evaluation of an operand needs: operators, numbers and names in its text,
//! addressing forms, items, and the two stacks. `expression` evaluates operands. The stacks are in
//! this module because `context` contains them.

pub(crate) mod item;
pub(crate) mod operators;
pub(crate) mod scan;
pub(crate) mod stacks;
