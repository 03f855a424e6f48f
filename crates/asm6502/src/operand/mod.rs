//! Operands as text: operators, numbers, names, addressing forms, and the stacks of an evaluation.

pub(crate) mod operators;
pub(crate) mod scan;
pub(crate) mod stacks;
pub(crate) mod value;
