//! Assignments: `EQU`, `=`, `SET`, `EQM`, `SETSTR`, `SETSYM`; and `SUBROUTINE`.

use std::rc::Rc;

use crate::context::Context;
use crate::error::{Abort, ErrorCode};
use crate::expression::machine::evaluate_one;
use crate::labels::{program_label, record_definition, symbol_named};
use crate::names::scopes::is_local;
use crate::names::symbols::{Content, Role, SymbolId};
use crate::operand::item::Item;
use crate::options::Define;
use crate::reading::built_names::built_operand;
use crate::report::pass::Reason;
use crate::sources::line::Line;
use crate::text::lossy;

pub(crate) fn equ(context: &mut Context, line: &Line) -> Result<(), Abort> {
    if matches!(line.label(), b"." | b"*") {
        return super::origin::assign_here(context, line);
    }
    let id = symbol_named(context, line.label());
    let item = evaluate_one(context, line.operand())?;
    let symbol = context.names.symbols.get(id);
    if !symbol.unknown {
        let old = symbol.value;
        if item.unknown {
            context.report.redo(Reason::EquUnresolved);
        } else if old != item.value {
            equ_mismatch(context, old, item.value, line);
        }
    }
    context.emitter.block.clear();
    let value = item.value as u32;
    let bytes = value.to_be_bytes();
    let wide = item.value as u64 > 0xffff;
    let bytes = if wide { &bytes } else { &bytes[2..] };
    context.emitter.block.extend_from_slice(bytes);
    context.emitter.generated = context.emitter.block.len();
    context.emitter.second_byte = context.emitter.block[1];
    assign(context, id, &item, Role::Equate);
    Ok(())
}

pub(crate) fn set(context: &mut Context, line: &Line) -> Result<(), Abort> {
    let Some(item) = value_or_name(context, line.operand())? else {
        return Ok(());
    };
    let id = symbol_named(context, line.label());
    assign(context, id, &item, Role::Variable);
    Ok(())
}

/// Evaluates the operand of `SET` or the value of `-D`. If the text contains commas, joins the
/// parts between them into the name of a symbol, and returns that symbol's value. Returns `None` if
/// a part is unknown.
fn value_or_name(context: &mut Context, text: &[u8]) -> Result<Option<Item>, Abort> {
    if !text.contains(&b',') {
        return evaluate_one(context, text).map(Some);
    }
    let name = built_operand(context, text)?;
    name.map(|name| evaluate_one(context, &name)).transpose()
}

pub(crate) fn eqm(context: &mut Context, line: &Line) -> Result<(), Abort> {
    let id = symbol_named(context, line.label());
    set_eqm(context, id, line.operand());
    Ok(())
}

/// Executes `name SETSTR text`: puts quotes around the text, as dasm does, and assigns the
/// resulting string to the symbol.
pub(crate) fn setstr(context: &mut Context, line: &Line) -> Result<(), Abort> {
    let error_count = context.report.messages.errors.len();
    let item = evaluate_one(context, &[b"\"", line.operand(), b"\""].concat())?;
    if context.report.messages.errors.len() > error_count && line.operand().contains(&b'"') {
        let message = "SETSTR puts quotes around its text itself";
        context.explain(message, "remove the quotes, or use = for a string");
    }
    let id = symbol_named(context, line.label());
    assign(context, id, &item, Role::Variable);
    Ok(())
}

pub(crate) fn setsym(context: &mut Context, line: &Line) -> Result<(), Abort> {
    let item = evaluate_one(context, line.operand())?;
    let Some(name) = item.text.clone() else {
        context.error_at(ErrorCode::TypeMismatch, "", line.operand(), 0);
        return Ok(());
    };
    let value = evaluate_one(context, &name)?;
    let id = symbol_named(context, line.label());
    assign(context, id, &value, Role::Variable);
    Ok(())
}

pub(crate) fn subroutine(context: &mut Context, line: &Line) -> Result<(), Abort> {
    // The label of this SUBROUTINE may be on a line by itself, before the directive. `data_table`
    // holds the most recent label.
    let here = context.emitter.segments.current().here().value;
    let label_before = context.emitter.data_table.filter(|(_, at)| *at == here);
    context.names.scopes.next_dot();
    program_label(context, line);
    let label = match line.label() {
        [] => label_before,
        _ => context.emitter.data_table,
    };
    if let Some((id, _)) = label.filter(|_| !is_local(line.label())) {
        let scope = context.names.scopes.dot;
        context.names.subroutines.push((scope, id));
    }
    Ok(())
}

fn equ_mismatch(context: &mut Context, old: i64, new: i64, line: &Line) {
    if !context.is_newer_dialect() {
        let change = format!("' changed from ${old:04x} to ${new:04x}\n");
        let text = [b"INFO: Label '", line.label(), change.as_bytes()].concat();
        context.report.print(text);
    }
    context.error_at(ErrorCode::EquMismatch, "", line.operand(), 0);
    context.report.redo(Reason::EquMismatch);
}

/// Assigns the item's value and text to the symbol, and marks the symbol as not referenced.
fn assign(context: &mut Context, id: SymbolId, item: &Item, role: Role) {
    let symbol = context.names.symbols.get_mut(id);
    symbol.value = item.value;
    symbol.unknown = item.unknown;
    symbol.referenced = false;
    symbol.content = Content::Number;
    symbol.role = role;
    if let Some(text) = &item.text {
        let symbols = &mut context.names.symbols;
        symbols.set_text(id, Content::Text, text.clone());
    }
    let origin = context.names.symbols.definition(id).origin;
    record_definition(context, id, origin);
}

/// Defines the symbol as text that is evaluated at each use.
fn set_eqm(context: &mut Context, id: SymbolId, text: &[u8]) {
    assign(context, id, &Item::default(), Role::Equate);
    let symbols = &mut context.names.symbols;
    symbols.set_text(id, Content::Eqm, Rc::from(text));
}

/// Defines the symbols of `-D` and `-M`, before the first pass.
pub(crate) fn define_from_options(context: &mut Context) -> Result<(), Abort> {
    for define in &context.options.defines {
        if define.macro_text {
            let id = symbol_named(context, &define.name);
            set_eqm(context, id, &define.text);
            continue;
        }
        let error_count = context.report.messages.errors.len();
        let evaluated = value_or_name(context, &define.text);
        if evaluated.is_err() || context.report.messages.errors.len() > error_count {
            return refuse_define(context, define);
        }
        if let Ok(Some(item)) = evaluated {
            let id = symbol_named(context, &define.name);
            assign(context, id, &item, Role::Variable);
        }
    }
    Ok(())
}

/// Aborts the run because the value of a `-D` cannot be read. dasm crashes on such a value.
fn refuse_define(context: &mut Context, define: &Define) -> Result<(), Abort> {
    let messages = &mut context.report.messages;
    messages.errors.clear();
    messages.diagnostics.clear();
    messages.pending.clear();
    let (name, text) = (lossy(&define.name), lossy(&define.text));
    let result = context.abort(ErrorCode::Syntax, text.clone());
    let message = format!("the value of the option -D{name}={text} cannot be read");
    context.explain(message, "give one number or formula, such as -DSPEED=2");
    context.amend(|diagnostic| diagnostic.site.file = "command line".to_owned());
    result
}
