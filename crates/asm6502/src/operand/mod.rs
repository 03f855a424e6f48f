//! The parts that the module `expression` uses to evaluate an operand: operators, the numbers and
//! names in the operand's text, addressing forms, items, and the two stacks. The stacks are defined
//! here, rather than in `expression`, because `context` contains them.

pub(crate) mod item;
pub(crate) mod operators;
pub(crate) mod scan;
pub(crate) mod stacks;
