//! Labels: looks up symbols by name, and sets labels to the current address.

use crate::address::{Address, address_field};
use crate::context::Context;
use crate::error::ErrorCode;
use crate::names::scopes::{is_local, split_scope};
use crate::names::symbols::{Content, Definition, Role, SymbolId};
use crate::report::pass::Reason;
use crate::sources::line::Line;

/// Looks up the symbol with this name in the current scope, or creates it.
pub(crate) fn symbol_named(context: &mut Context, name: &[u8]) -> SymbolId {
    if let Some(id) = reserved_symbol(context, name) {
        return id;
    }
    let names = &mut context.names;
    if names.make_key(name) {
        names.symbols.find_or_create(&names.key)
    } else {
        names.symbols.find_or_create(name)
    }
}

/// Looks up the symbol with this name in the current scope.
pub(crate) fn find_symbol(context: &mut Context, name: &[u8]) -> Option<SymbolId> {
    match reserved_symbol(context, name) {
        Some(id) => Some(id),
        None if context.names.make_key(name) => context.names.symbols.find(&context.names.key),
        None => context.names.symbols.find(name),
    }
}

/// Finds `.`, `..` or `...`. Sets `.` to the current address, and `...` to the sum of the bytes
/// generated so far in this pass.
fn reserved_symbol(context: &mut Context, name: &[u8]) -> Option<SymbolId> {
    let id = SymbolId::reserved(name)?;
    let value = match id {
        SymbolId::HERE => context.emitter.segments.current().here(),
        SymbolId::CHECKSUM => Address {
            value: context.emitter.output.checksum,
            unknown: false,
        },
        _ => return Some(id),
    };
    let symbol = context.names.symbols.get_mut(id);
    (symbol.value, symbol.unknown) = (value.value, value.unknown);
    symbol.content = Content::Number;
    symbol.used_in_pass = 0;
    Some(id)
}

/// Stores the current address, which the listing shows next to the statement.
pub(crate) fn record_address(context: &mut Context) {
    context.emitter.listed_address = context.emitter.segments.current().origin;
}

/// Sets the label of a statement to the current address. Without a label, only stores the address
/// for the listing.
#[inline(always)]
pub(crate) fn program_label(context: &mut Context, line: &Line) {
    record_address(context);
    if !line.fields.label.is_empty() {
        define_label(context, line);
    }
}

fn define_label(context: &mut Context, line: &Line) {
    if !is_local(line.label()) {
        context.names.scopes.next_dollar();
    }
    let here = context.emitter.segments.current().here();
    let id = symbol_named(context, line.label());
    check_label(context, id, here);
    let symbol = context.names.symbols.get_mut(id);
    symbol.value = here.value;
    symbol.unknown = here.unknown;
    symbol.role = Role::Label;
    record_definition(context, id, context.emitter.segments.current().origin.value);
    // If data lines follow, the label is the start of a data table.
    context.emitter.data_table = Some((id, here.value));
}

/// Records where a symbol has just been defined.
pub(crate) fn record_definition(context: &mut Context, id: SymbolId, origin: i64) {
    context.names.definitions += 1;
    let definition = Definition {
        place: context.sources.place(),
        pass: context.report.pass.number,
        order: context.names.definitions,
        segment: context.emitter.segments.current_index() as u32,
        origin,
    };
    context.names.symbols.set_definition(id, definition);
}

/// Asks for another pass if the label was used before its definition, or has moved since the
/// previous pass.
fn check_label(context: &mut Context, id: SymbolId, here: Address) {
    let symbol = context.names.symbols.get(id);
    let used = symbol.used_in_pass == context.report.pass.number;
    if (symbol.unknown || here.unknown) && used {
        return context.report.redo(Reason::ForwardReference);
    }
    if symbol.unknown || here.unknown || symbol.value == here.value {
        return;
    }
    if !context.report.pass.previous_had_unresolved_if {
        let value = symbol.value;
        let needle = context.names.symbols.name(id).to_vec();
        let detail = [&needle[..], b" ", address_field(value, false).as_bytes()].concat();
        context.error_at(ErrorCode::LabelMismatch, detail, &needle, 0);
        explain_duplicate(context, id);
    }
    context.report.redo(Reason::PhaseError);
}

/// If the label is defined twice in this pass, adds the place of its first definition to the
/// message.
fn explain_duplicate(context: &mut Context, id: SymbolId) {
    let first = context.names.symbols.definition(id);
    if first.pass != context.report.pass.number {
        return;
    }
    let (name, _) = split_scope(context.names.symbols.name(id));
    let site = context.sources.site(first.place);
    let help = "rename one of the labels, or use SET for a value that changes";
    context.explain(format!("the label {name} is defined twice"), help);
    context.add_note(site, "first defined here");
}
