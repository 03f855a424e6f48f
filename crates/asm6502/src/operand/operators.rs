//! The operators: priorities and arithmetic.

/// An operator, or an opening bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[rustfmt::skip]
pub(crate) enum Operator {
    Complement, Negate, Not, Low, High,
    Multiply, Divide, Remainder, Add, Subtract, ShiftLeft, ShiftRight,
    Less, LessEqual, Greater, GreaterEqual, Equal, NotEqual,
    BitAnd, BitXor, BitOr, And, Or, Choose, Bracket,
}

/// Priority of the prefix operators.
pub(crate) const PREFIX: u8 = 128;

/// A value, and whether it is unknown.
pub(crate) type MaybeKnown = (i64, bool);

/// Applies a binary operator; returns `None` if that would divide by zero.
#[inline]
pub(crate) fn binary(
    operator: Operator,
    left: MaybeKnown,
    right: MaybeKnown,
    newer_dialect: bool,
) -> Option<MaybeKnown> {
    use Operator::*;
    let ((a, a_unknown), (b, b_unknown)) = (left, right);
    if a_unknown || b_unknown {
        return Some(partly_known(operator, left, right));
    }
    let value = match operator {
        Divide if b == 0 => return None,
        Divide => a.wrapping_div(b),
        Remainder if b == 0 && newer_dialect => return None,
        Remainder if b == 0 => a,
        Remainder => a.wrapping_rem(b),
        // In 2.20.16, a shift by an out-of-range count leaves the value unchanged.
        ShiftLeft | ShiftRight if newer_dialect && !(0..64).contains(&b) => a,
        _ => arithmetic(operator, a, b),
    };
    Some((value, false))
}

/// Applies a binary operator to two operands, at least one of which is unknown.
#[cold]
fn partly_known(operator: Operator, left: MaybeKnown, right: MaybeKnown) -> MaybeKnown {
    use Operator::*;
    let known_to_be = |(value, unknown): MaybeKnown, truth: bool| !unknown && (value != 0) == truth;
    match operator {
        And if known_to_be(left, false) || known_to_be(right, false) => (0, false),
        And => (1, true),
        Or if known_to_be(left, true) || known_to_be(right, true) => (1, false),
        Choose if known_to_be(left, false) => (0, false),
        Choose if known_to_be(left, true) => right,
        Divide | Remainder | Or | Choose | ShiftLeft | ShiftRight => (0, true),
        _ => (arithmetic(operator, left.0, right.0), true),
    }
}

/// Applies a prefix operator.
pub(crate) fn prefix(operator: Operator, value: i64) -> i64 {
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
        // dasm uses the host processor's shift, which takes the count modulo 64.
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

impl Operator {
    pub(crate) fn priority(self) -> u8 {
        use Operator::*;
        match self {
            Complement | Negate | Not | Low | High => PREFIX,
            Multiply | Divide | Remainder => 20,
            Add | Subtract => 19,
            ShiftLeft | ShiftRight => 18,
            Less | LessEqual | Greater | GreaterEqual => 17,
            Equal | NotEqual => 16,
            BitAnd => 15,
            BitXor => 14,
            BitOr => 13,
            And => 12,
            Or => 11,
            Choose => 10,
            Bracket => 0,
        }
    }

    /// Returns the prefix operator for the character `byte`.
    #[inline]
    pub fn of_prefix(byte: u8) -> Option<Operator> {
        use Operator::*;
        Some(match byte {
            b'~' => Complement,
            b'-' => Negate,
            b'!' => Not,
            b'<' => Low,
            b'>' => High,
            _ => return None,
        })
    }

    /// Returns the binary operator that begins with `byte` and `next`, and the operator's length.
    #[inline]
    pub fn of_binary(byte: u8, next: Option<u8>) -> Option<(Operator, usize)> {
        use Operator::*;
        Some(match (byte, next) {
            (b'*', _) => (Multiply, 1),
            (b'/', _) => (Divide, 1),
            (b'%', _) => (Remainder, 1),
            (b'+', _) => (Add, 1),
            (b'-', _) => (Subtract, 1),
            (b'?', _) => (Choose, 1),
            (b'^', _) => (BitXor, 1),
            // dasm accepts any second character in place of the `=`.
            (b'!', _) => (NotEqual, 2),
            (b'<', Some(b'<')) => (ShiftLeft, 2),
            (b'<', Some(b'=')) => (LessEqual, 2),
            (b'<', _) => (Less, 1),
            (b'>', Some(b'>')) => (ShiftRight, 2),
            (b'>', Some(b'=')) => (GreaterEqual, 2),
            (b'>', _) => (Greater, 1),
            (b'=', Some(b'=')) => (Equal, 2),
            (b'=', _) => (Equal, 1),
            (b'&', Some(b'&')) => (And, 2),
            (b'&', _) => (BitAnd, 1),
            (b'|', Some(b'|')) => (Or, 2),
            (b'|', _) => (BitOr, 1),
            _ => return None,
        })
    }
}
