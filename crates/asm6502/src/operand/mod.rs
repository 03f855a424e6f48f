//! Operands as text: numbers, names, addressing forms, and the programs compiled from them.

use crate::operand::program::Programs;
use crate::operand::stacks::Stacks;

pub(crate) mod compile;
pub(crate) mod operators;
pub(crate) mod program;
pub(crate) mod scan;
pub(crate) mod simple;
pub(crate) mod stacks;
pub(crate) mod value;

/// What the evaluation of operands keeps from one operand to the next.
#[derive(Debug, Default)]
pub(crate) struct Operands {
    pub stacks: Stacks,
    pub programs: Programs,
}
