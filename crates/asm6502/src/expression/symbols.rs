//! The values of names. Using a name marks its symbol as used.

use crate::address::Address;
use crate::context::Context;
use crate::names::symbols::SymbolId;

/// Returns the value of a symbol, and whether it is unknown. Marks the symbol as used. If the value
/// is unknown, also counts and records the use. The name begins at offset `at` in the text.
pub(crate) fn use_symbol(
    context: &mut Context,
    id: SymbolId,
    text: &[u8],
    at: usize,
) -> (i64, bool) {
    let pass = context.report.pass.number;
    let symbol = context.names.symbols.get_mut(id);
    symbol.mark_used(pass);
    let (value, unknown) = (symbol.value, symbol.unknown);
    if unknown {
        context.report.pass.unknown_references += 1;
        context.record_unknown_use(id, text, at);
    }
    (value, unknown)
}

/// Returns the value of `.` and `*`. An unknown address counts as an unknown reference.
pub(crate) fn current_address(context: &mut Context) -> Address {
    let here = context.emitter.segments.current().here();
    if here.unknown {
        context.report.pass.unknown_references += 1;
    }
    here
}
