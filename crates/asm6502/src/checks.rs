//! Warnings about values that lose bits.

use crate::context::Context;
use crate::sources::line::Line;

/// Warns of a value that is neither a signed nor an unsigned number of so many bytes.
pub(crate) fn warn_of_lost_bits(context: &mut Context, value: i64, bytes: usize, line: &Line) {
    let bits = 8 * bytes;
    if context.options.warnings.truncated && !(-(1 << (bits - 1))..1 << bits).contains(&value) {
        let message = format!("the value {value} loses bits: it has room for {bits}");
        let help = "cut it with & if that is what you want";
        context.warn_at(message, line, line.fields.operand.start(), Some(help));
    }
}
