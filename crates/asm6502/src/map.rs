//! The map: which source line each byte comes from, and every symbol with kind, scope and place.

use crate::context::Context;
use crate::emitter::spans::SourceSpan;
use crate::json::{object, string};
use crate::names::symbols::{Content, Role, SymbolId};
use crate::options::SymbolOrder;
use crate::text::lossy;

/// Size of a bank of the 2600's address space.
const BANK: i64 = 0x1000;

/// Remembers which line made the bytes that were just placed.
pub(crate) fn note_bytes(context: &mut Context, origin: i64, length: usize) {
    let place = context.sources.place();
    let called_at = Some(context.sources.reported_place()).filter(|_| context.sources.in_macro());
    let address = context.emitter.segments.current().here().value;
    if let Some(last) = context.emitter.map.spans.last_mut()
        && last.place == place
        && last.called_at == called_at
        && last.origin + last.length as i64 == origin
        && last.address + last.length as i64 == address
    {
        last.length += length;
        return;
    }
    context.emitter.map.spans.push(SourceSpan {
        origin,
        address,
        length,
        place,
        called_at,
    });
}

/// The map file.
pub(crate) fn map_file(context: &Context) -> String {
    let first = context
        .emitter
        .map
        .spans
        .first()
        .map_or(0, |span| span.origin);
    let symbols = context.names.symbols.sorted(SymbolOrder::Name, false);
    let symbols: Vec<String> = symbols
        .into_iter()
        .map(|id| map_symbol(context, id, first))
        .collect();
    let lines: Vec<String> = context
        .emitter
        .map
        .spans
        .iter()
        .map(|span| map_span(context, span, first))
        .collect();
    let segments: Vec<String> = context
        .emitter
        .segments
        .all
        .iter()
        .map(|segment| {
            object(&[
                ("name", string(&lossy(&segment.name))),
                ("uninitialized", segment.uninitialized.to_string()),
            ])
        })
        .collect();
    let list = |items: Vec<String>| format!("[\n{}\n]", items.join(",\n"));
    let members = [
        ("version", "1".to_owned()),
        ("source", string(&lossy(&context.options.source))),
        ("first_origin", first.to_string()),
        ("bank_size", BANK.to_string()),
        ("segments", list(segments)),
        ("symbols", list(symbols)),
        ("lines", list(lines)),
    ];
    format!("{}\n", object(&members))
}

fn map_symbol(context: &Context, id: SymbolId, first: i64) -> String {
    let symbol = context.names.symbols.get(id);
    let definition = context.names.symbols.definition(id);
    let (name, scope) = split_scope(context.names.symbols.name(id));
    let segment = &context.emitter.segments.all[definition.segment as usize];
    let kind = match (symbol.content, symbol.role) {
        (Content::Eqm, _) => "text",
        (_, Role::Label) if segment.uninitialized => "variable",
        (_, Role::Label) => "label",
        (Content::Text, _) => "string",
        (_, Role::Equate) => "equate",
        (_, Role::Variable) => "set",
        (_, Role::Undefined) => "undefined",
    };
    let in_image = kind == "label";
    let bank = if in_image {
        bank(definition.origin, first)
    } else {
        "null".into()
    };
    let is_label = symbol.role == Role::Label;
    object(&[
        ("name", string(&name)),
        ("scope", scope.map_or("null".into(), |scope| string(&scope))),
        ("value", symbol.value.to_string()),
        ("known", (!symbol.unknown).to_string()),
        ("kind", string(kind)),
        ("bank", bank),
        (
            "segment",
            if is_label {
                string(&lossy(&segment.name))
            } else {
                "null".into()
            },
        ),
        (
            "file",
            string(&lossy(context.sources.file_name(definition.place.file))),
        ),
        ("line", definition.place.line.to_string()),
    ])
}

fn map_span(context: &Context, span: &SourceSpan, first: i64) -> String {
    let mut members = vec![
        ("offset", (span.origin - first).to_string()),
        ("bank", bank(span.origin, first)),
        ("address", span.address.to_string()),
        ("length", span.length.to_string()),
        (
            "file",
            string(&lossy(context.sources.file_name(span.place.file))),
        ),
        ("line", span.place.line.to_string()),
    ];
    if let Some(call) = span.called_at {
        members.push((
            "call_file",
            string(&lossy(context.sources.file_name(call.file))),
        ));
        members.push(("call_line", call.line.to_string()));
    }
    object(&members)
}

fn bank(origin: i64, first: i64) -> String {
    origin.wrapping_sub(first).div_euclid(BANK).to_string()
}

/// A stored name as name and number of its scope: `3.loop` is `.loop` of scope `3`.
fn split_scope(stored: &[u8]) -> (String, Option<String>) {
    let digits = stored
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    match stored.get(digits) {
        Some(b'.') if digits > 0 => (lossy(&stored[digits..]), Some(lossy(&stored[..digits]))),
        Some(b'$') if digits > 0 && stored.len() > digits + 1 => (
            lossy(&stored[digits + 1..]),
            Some(lossy(&stored[..=digits])),
        ),
        _ => (lossy(stored), None),
    }
}
