//! The values of operands.
//!
//! The stack machine (`machine`, `stack`) reads an operand token by token as dasm does, and its
//! values and messages are the reference. The other modules only make it faster: `compiled` runs
//! operands that were compiled once to a small program, `simple` computes operands of one number or
//! name. Both leave everything unusual to the stack machine.
//!
//! Two stacks, values and pending operators, are shared by nested evaluations (`EQM`). The machine
//! remembers whether it expects an operand; computing a pending operator clears that flag for some
//! operators and sets it for others, which is why `a&b|-1` is an error (section 7 of the
//! compatibility reference).

pub(crate) mod compiled;
pub(crate) mod items;
pub(crate) mod machine;
pub(crate) mod simple;
pub(crate) mod stack;
pub(crate) mod symbols;
