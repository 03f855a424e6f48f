//! What `expression` uses to evaluate an operand: operators, the numbers and names in its text,
//! addressing forms, items, and the two stacks. The stacks are in this module because `context`
//! contains them.

pub(crate) mod item;
pub(crate) mod operators;
pub(crate) mod scan;
pub(crate) mod stacks;
