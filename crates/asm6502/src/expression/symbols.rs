//! The values of names, with the marks that a use leaves.

use crate::address::Address;
use crate::context::Context;
use crate::names::symbols::SymbolId;

/// The value of the symbol, and whether it is unknown. Marks it as used and, if it is unknown,
/// counts that. Its name begins at that place of the text.
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
        context.note_unknown_use(id, text, at);
    }
    (value, unknown)
}

/// `.` and `*`: an unknown origin counts as an unknown reference.
pub(crate) fn current_address(context: &mut Context) -> Address {
    let here = context.emitter.segments.current().here();
    if here.unknown {
        context.report.pass.unknown_references += 1;
    }
    here
}
