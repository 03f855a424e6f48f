//! The operators: priorities and arithmetic.

use super::Argument;
use crate::assembler::{Abort, Assembler};
use crate::diagnostic::Code;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    Complement,
    Negate,
    Not,
    Low,
    High,
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
    Choose,
    Bracket,
}

/// Priority of the prefix operators.
pub(super) const PREFIX: u8 = 128;

impl Assembler<'_> {
    /// The value of a binary operator, and whether it is unknown.
    pub(super) fn binary(
        &mut self,
        operator: Operator,
        left: &Argument,
        right: &Argument,
    ) -> Result<(i64, bool), Abort> {
        use Operator::*;
        let (a, b) = (left.value, right.value);
        let unknown = left.unknown || right.unknown;
        let known =
            |argument: &Argument, truth: bool| !argument.unknown && (argument.value != 0) == truth;
        let value = match operator {
            Divide | Remainder if unknown => 0,
            Divide if b == 0 => return self.abort(Code::DivisionByZero, String::new()),
            Divide => a.wrapping_div(b),
            Remainder if b == 0 && self.newer() => {
                return self.abort(Code::DivisionByZero, String::new());
            }
            Remainder if b == 0 => a,
            Remainder => a.wrapping_rem(b),
            And if known(left, false) || known(right, false) => return Ok((0, false)),
            And if unknown => 1,
            Or if known(left, true) || known(right, true) => return Ok((1, false)),
            Or if unknown => 0,
            Choose if known(left, false) => return Ok((0, false)),
            Choose if known(left, true) => return Ok((b, right.unknown)),
            Choose if unknown => 0,
            ShiftLeft | ShiftRight if unknown => 0,
            ShiftLeft | ShiftRight if self.newer() && !(0..64).contains(&b) => 0,
            _ => arithmetic(operator, a, b),
        };
        Ok((value, unknown))
    }
}

pub(super) fn prefix(operator: Operator, value: i64) -> i64 {
    match operator {
        Operator::Complement => !value,
        Operator::Negate => value.wrapping_neg(),
        Operator::Not => i64::from(value == 0),
        Operator::Low => value & 0xff,
        _ => (value >> 8) & 0xff,
    }
}

fn arithmetic(operator: Operator, a: i64, b: i64) -> i64 {
    use Operator::*;
    match operator {
        Multiply => a.wrapping_mul(b),
        Add => a.wrapping_add(b),
        Subtract => a.wrapping_sub(b),
        // The processor's shift: the count modulo 64.
        ShiftLeft => a.wrapping_shl(b as u32),
        ShiftRight => a.wrapping_shr(b as u32),
        Less => i64::from(a < b),
        LessEqual => i64::from(a <= b),
        Greater => i64::from(a > b),
        GreaterEqual => i64::from(a >= b),
        Equal => i64::from(a == b),
        NotEqual => i64::from(a != b),
        BitAnd => a & b,
        BitXor => a ^ b,
        BitOr => a | b,
        And => i64::from(a != 0 && b != 0),
        Or => i64::from(a != 0 || b != 0),
        _ => {
            if a != 0 {
                b
            } else {
                0
            }
        }
    }
}
