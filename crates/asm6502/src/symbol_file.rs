//! The symbol file, and the value field that other output shares with it.

use crate::listing::push_address;
use crate::options::SymbolOrder;
use crate::symbols::{Content, Symbol, Symbols};

/// `f000 ????         (R )`: hexadecimal value and four groups of marks, 22 characters or more.
pub(crate) fn push_value(out: &mut Vec<u8>, symbol: &Symbol) {
    push_address(out, symbol.value);
    let unknown: &[u8] = if symbol.unknown { b" ???? " } else { b"      " };
    out.extend_from_slice(unknown);
    let marks: &[u8; 12] = match (&symbol.content, symbol.referenced) {
        (Content::Number, true) => b"        (R )",
        (Content::Number, false) => b"            ",
        (Content::Text(_), true) => b"str     (R )",
        (Content::Text(_), false) => b"str         ",
        (Content::Eqm(_), true) => b"str eqm (RS)",
        (Content::Eqm(_), false) => b"str eqm ( S)",
    };
    out.extend_from_slice(marks);
}

/// An address as the listing and error texts show it.
pub(crate) fn address_field(value: i64, unknown: bool) -> String {
    let unknown = if unknown { "???? " } else { "     " };
    format!("{value:04x} {unknown}            ")
}

/// Name, padded to 24, a blank, and the value field.
pub(crate) fn push_symbol(out: &mut Vec<u8>, symbol: &Symbol) {
    out.extend_from_slice(&symbol.name);
    out.resize(out.len() + 24usize.saturating_sub(symbol.name.len()), b' ');
    out.push(b' ');
    push_value(out, symbol);
}

/// The whole symbol file.
pub(crate) fn render(symbols: &Symbols, order: SymbolOrder, narrow: bool) -> Vec<u8> {
    let by = match order {
        SymbolOrder::Name => "symbol",
        SymbolOrder::Value => "address",
        SymbolOrder::Definition => "order",
    };
    let mut out = format!("--- Symbol List (sorted by {by})\n").into_bytes();
    for symbol in symbols.sorted(order, narrow) {
        push_symbol(&mut out, symbol);
        if let Content::Text(text) | Content::Eqm(text) = &symbol.content {
            out.extend_from_slice(b" \"");
            out.extend_from_slice(text);
            out.push(b'"');
        }
        out.push(b'\n');
    }
    out.extend_from_slice(b"--- End of Symbol List.\n");
    out
}

/// The table of symbols that are still unknown; empty if there is none.
pub(crate) fn unresolved(symbols: &Symbols) -> Vec<u8> {
    let unknown: Vec<&Symbol> = symbols
        .table_order()
        .into_iter()
        .filter(|symbol| symbol.unknown)
        .collect();
    if unknown.is_empty() {
        return Vec::new();
    }
    let mut table = b"--- Unresolved Symbol List\n".to_vec();
    for symbol in &unknown {
        push_symbol(&mut table, symbol);
        table.push(b'\n');
    }
    let ending = if unknown.len() == 1 { " " } else { "s" };
    let count = unknown.len();
    table.extend_from_slice(format!("--- {count} Unresolved Symbol{ending}\n\n").as_bytes());
    table
}
