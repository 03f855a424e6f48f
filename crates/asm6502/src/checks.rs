//! Warnings about values that are truncated.

use crate::context::Context;
use crate::sources::line::Line;

/// Warns about a value that does not fit in `bytes` bytes, either as a signed or as an unsigned
/// number.
#[inline(always)]
pub(crate) fn warn_of_lost_bits(context: &mut Context, value: i64, bytes: usize, line: &Line) {
    if context.options.warnings.truncated {
        check_bits(context, value, 8 * bytes, line);
    }
}

fn check_bits(context: &mut Context, value: i64, bits: usize, line: &Line) {
    if !(-(1 << (bits - 1))..1 << bits).contains(&value) {
        let message = format!("the value {value} does not fit in {bits} bits and is truncated");
        let help = "if this is intended, mask the value with &";
        context.warn_at(message, line, line.fields.operand.start(), Some(help));
    }
}
