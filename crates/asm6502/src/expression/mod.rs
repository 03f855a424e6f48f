//! The values of operands.
//!
//! A stack machine (`machine`, `stack`) reads an operand token by token as dasm does; there is no
//! other way to a value. Of a number alone, the line remembers the value.
//!
//! Two stacks, values and pending operators, are shared by nested evaluations (`EQM`). The machine
//! remembers whether it expects an operand; computing a pending operator clears that flag for some
//! operators and sets it for others, which is why `a&b|-1` is an error (section 7 of the
//! compatibility reference).

pub(crate) mod machine;
pub(crate) mod stack;
pub(crate) mod symbols;
