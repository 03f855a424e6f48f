//! The symbol file, and the table of unresolved symbols.

use crate::address::push_address;
use crate::names::symbols::{Content, Symbol, SymbolId, Symbols};
use crate::options::SymbolOrder;

/// Appends a hexadecimal value and the marks of a symbol, such as `f000 ????         (R )`.
fn push_value(out: &mut Vec<u8>, symbol: &Symbol) {
    push_address(out, symbol.value);
    let unknown: &[u8] = if symbol.unknown { b" ???? " } else { b"      " };
    out.extend_from_slice(unknown);
    let marks: &[u8; 12] = match (symbol.content, symbol.referenced) {
        (Content::Number, true) => b"        (R )",
        (Content::Number, false) => b"            ",
        (Content::Text, true) => b"str     (R )",
        (Content::Text, false) => b"str         ",
        (Content::Eqm, true) => b"str eqm (RS)",
        (Content::Eqm, false) => b"str eqm ( S)",
    };
    out.extend_from_slice(marks);
}

/// Appends a symbol's name, padded to 24 columns, then a blank and the symbol's value and marks.
fn push_symbol(out: &mut Vec<u8>, symbols: &Symbols, id: SymbolId) {
    let name = symbols.name(id);
    out.extend_from_slice(name);
    out.extend_from_slice(&[b' '; 25][name.len().min(24)..]);
    push_value(out, symbols.get(id));
}

/// Returns the text of the symbol file. For `compares_32_bits`, see [`Symbols::sorted`].
pub(crate) fn render(symbols: &Symbols, order: SymbolOrder, compares_32_bits: bool) -> Vec<u8> {
    let by = match order {
        SymbolOrder::Name => "symbol",
        SymbolOrder::Value => "address",
        SymbolOrder::Definition => "order",
    };
    let mut text = format!("--- Symbol List (sorted by {by})\n").into_bytes();
    for id in symbols.sorted(order, compares_32_bits) {
        push_symbol(&mut text, symbols, id);
        if let Some(string) = symbols.text(id) {
            text.extend_from_slice(b" \"");
            text.extend_from_slice(string);
            text.push(b'"');
        }
        text.push(b'\n');
    }
    text.extend_from_slice(b"--- End of Symbol List.\n");
    text
}

/// Returns the table of symbols that are still unknown; empty if all are known.
pub(crate) fn unresolved(symbols: &Symbols) -> Vec<u8> {
    let mut unknown = symbols.table_order();
    unknown.retain(|&id| symbols.get(id).unknown);
    if unknown.is_empty() {
        return Vec::new();
    }
    let mut table = b"--- Unresolved Symbol List\n".to_vec();
    for &id in &unknown {
        push_symbol(&mut table, symbols, id);
        table.push(b'\n');
    }
    let ending = if unknown.len() == 1 { " " } else { "s" };
    let count = unknown.len();
    table.extend_from_slice(format!("--- {count} Unresolved Symbol{ending}\n\n").as_bytes());
    table
}
