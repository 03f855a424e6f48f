//! The map: the source line of each byte, and every symbol with its kind, scope and place.

use crate::context::Context;
use crate::emitter::SourceSpan;
use crate::json::{object, optional, string};
use crate::names::scopes::{split_scope, subroutine_of};
use crate::names::symbols::{Content, Place, Role, SymbolId};
use crate::options::SymbolOrder;
use crate::text::lossy;
use crate::usage::{BANK_SIZE, BankUsage, SegmentUsage, usage};
use std::sync::Arc;

/// A line of a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileLine {
    /// The path under which the file was read.
    pub file: Arc<str>,
    /// Line, from 1.
    pub line: u32,
}

/// Consecutive bytes that one line generated.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LineSpan {
    /// Offset of the first byte in the image.
    pub offset: usize,
    /// Number of the 4 KiB bank in the image, from 0.
    pub bank: usize,
    /// Address of the first byte when the program runs.
    pub address: i64,
    /// Number of bytes.
    pub length: usize,
    /// The line; for a statement of a macro, its line in the macro's definition.
    pub line: FileLine,
    /// For a line of a macro, the line of the outermost call.
    pub call: Option<FileLine>,
}

/// Returns all spans, in the order in which their bytes were written.
pub(crate) fn line_spans(context: &Context) -> Vec<LineSpan> {
    let spans = &context.emitter.spans;
    let first_origin = spans.first().map_or(0, |span| span.origin);
    let files = context.sources.entered.iter();
    let paths: Vec<Arc<str>> = files.map(|file| lossy(&file.path).into()).collect();
    let line = |place: Place| FileLine {
        file: paths[place.file as usize].clone(),
        line: place.line,
    };
    let span = |span: &SourceSpan| {
        let offset = span.origin.wrapping_sub(first_origin);
        LineSpan {
            offset: usize::try_from(offset).unwrap_or_default(),
            bank: usize::try_from(offset.div_euclid(BANK_SIZE)).unwrap_or_default(),
            address: span.address,
            length: span.length,
            line: line(span.place),
            call: span.called_at.map(line),
        }
    };
    spans.iter().map(span).collect()
}

/// Records the line of the bytes that were just generated.
pub(crate) fn record_bytes(context: &mut Context, origin: i64, length: usize) {
    let place = context.sources.place();
    let called_at = Some(context.sources.reported_place()).filter(|_| context.sources.in_macro());
    let address = context.emitter.segments.current().here().value;
    if let Some(last) = context.emitter.spans.last_mut()
        && last.place == place
        && last.called_at == called_at
        && last.origin + last.length as i64 == origin
        && last.address + last.length as i64 == address
    {
        last.length += length;
        return;
    }
    context.emitter.spans.push(SourceSpan {
        origin,
        address,
        length,
        place,
        called_at,
    });
}

/// Returns the text of the map file.
pub(crate) fn map_file(context: &Context) -> String {
    let first_origin = context.emitter.spans.first().map_or(0, |span| span.origin);
    let symbols = context.names.symbols.sorted(SymbolOrder::Name, false);
    let symbols: Vec<String> = symbols
        .into_iter()
        .map(|id| map_symbol(context, id, first_origin))
        .collect();
    let lines: Vec<String> = context
        .emitter
        .spans
        .iter()
        .map(|span| map_span(context, span, first_origin))
        .collect();
    let usage = usage(context);
    let all = context.emitter.segments.all.iter();
    let segments: Vec<String> = all
        .map(|segment| {
            let name = lossy(&segment.name);
            let used = usage.segments.iter().find(|used| used.name == name);
            map_segment(&name, segment.uninitialized, used)
        })
        .collect();
    let banks = usage.banks.iter().map(map_bank).collect();
    let list = |items: Vec<String>| format!("[\n{}\n]", items.join(",\n"));
    let members = [
        ("version", "1".to_owned()),
        ("source", string(&lossy(&context.options.source))),
        ("first_origin", first_origin.to_string()),
        ("bank_size", BANK_SIZE.to_string()),
        ("banks", list(banks)),
        ("segments", list(segments)),
        ("symbols", list(symbols)),
        ("lines", list(lines)),
    ];
    format!("{}\n", object(&members))
}

fn map_bank(bank: &BankUsage) -> String {
    object(&[
        ("bank", bank.bank.to_string()),
        ("address", bank.address.to_string()),
        ("used", bank.used.to_string()),
        ("free", bank.free.to_string()),
    ])
}

fn map_segment(name: &str, uninitialized: bool, used: Option<&SegmentUsage>) -> String {
    let mut members = vec![
        ("name", string(name)),
        ("uninitialized", uninitialized.to_string()),
    ];
    if let Some(used) = used {
        members.push(("first", used.first.to_string()));
        members.push(("end", used.end.to_string()));
        members.push(("used", used.used.to_string()));
        members.extend(used.free.map(|free| ("free", free.to_string())));
    }
    object(&members)
}

fn map_symbol(context: &Context, id: SymbolId, first_origin: i64) -> String {
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
    let bank = (kind == "label").then(|| bank(definition.origin, first_origin));
    let is_label = symbol.role == Role::Label;
    let names = &context.names;
    let subroutine = subroutine_of(&names.symbols, id, &names.subroutines);
    let subroutine = subroutine.map(|label| ("subroutine", string(&label)));
    let head = [
        ("name", string(&name)),
        ("scope", optional(scope.as_deref().map(string))),
    ];
    let tail = [
        ("value", symbol.value.to_string()),
        ("known", (!symbol.unknown).to_string()),
        ("kind", string(kind)),
        ("bank", optional(bank)),
        (
            "segment",
            optional(is_label.then(|| string(&lossy(&segment.name)))),
        ),
        ("file", file_of(context, definition.place)),
        ("line", definition.place.line.to_string()),
    ];
    let members: Vec<_> = head.into_iter().chain(subroutine).chain(tail).collect();
    object(&members)
}

fn map_span(context: &Context, span: &SourceSpan, first_origin: i64) -> String {
    let mut members = vec![
        ("offset", (span.origin - first_origin).to_string()),
        ("bank", bank(span.origin, first_origin)),
        ("address", span.address.to_string()),
        ("length", span.length.to_string()),
        ("file", file_of(context, span.place)),
        ("line", span.place.line.to_string()),
    ];
    if let Some(call) = span.called_at {
        members.push(("call_file", file_of(context, call)));
        members.push(("call_line", call.line.to_string()));
    }
    object(&members)
}

fn bank(origin: i64, first: i64) -> String {
    origin.wrapping_sub(first).div_euclid(BANK_SIZE).to_string()
}

fn file_of(context: &Context, place: Place) -> String {
    string(&lossy(context.sources.file_name(place.file)))
}
