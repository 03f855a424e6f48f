//! Evaluates operands.
//!
//! A stack machine (`machine`, `stack`) reads each operand token by token, as dasm does. An operand
//! that consists only of numbers is read once, because the line stores its bytes (`generate.rs`).
//! Any other operand is read each time its line is assembled.
//!
//! Nested evaluations (`EQM`) share two stacks: values and pending operators. A flag records
//! whether the machine expects an operand. When the machine computes a pending operator, it changes
//! the flag: some operators set it, others clear it. So `a&b|-1` is an error
//! (`tests/cases/07_expressions`).

pub(crate) mod machine;
pub(crate) mod stack;
