//! Errors that are known only at the end of the run: names without a value, and why the run ended.

use crate::context::Context;
use crate::diagnostic::{Diagnostic, Note, Severity};
use crate::error::ErrorCode;
use crate::names::scopes::split_scope;
use crate::names::symbols::{Place, Role, SymbolId};
use crate::passes::Ending;
use crate::report::hints::{self, similar};
use crate::text::lossy;

/// Drops errors that are only consequences of other errors: "the label moved" for a label that is
/// defined twice, and further errors in a statement that has a syntax error.
pub(super) fn drop_consequences(diagnostics: &mut Vec<Diagnostic>) {
    let name = |diagnostic: &Diagnostic, end: &str| {
        let name = diagnostic.message.strip_prefix("the label ")?;
        Some(name.split_once(end)?.0.to_owned())
    };
    let twice = |fault: &Diagnostic| name(fault, " is defined twice");
    let twice: Vec<String> = diagnostics.iter().filter_map(twice).collect();
    diagnostics.retain(|fault| name(fault, " moved;").is_none_or(|name| !twice.contains(&name)));
    diagnostics.dedup_by(|next, first| {
        first.code == ErrorCode::Syntax.number()
            && next.severity == Severity::Error
            && (&next.site, &next.notes) == (&first.site, &first.notes)
    });
}

/// Adds an error that explains the exit code, if there is no other error.
pub(super) fn explain_ending(context: &mut Context, ending: Ending, exit_code: u8) {
    let diagnostics = &context.report.messages.diagnostics;
    if diagnostics
        .iter()
        .any(|fault| fault.severity == Severity::Error)
    {
        return;
    }
    let (opened, closed) = (context.sources.macros_opened, context.sources.macros_closed);
    let passes = context.report.pass.number;
    let (message, code) = match ending {
        Ending::TooManyPasses => (
            match passes {
                1 => "the source is not resolved after 1 pass".to_owned(),
                _ => format!("the source is not resolved after {passes} passes"),
            },
            ErrorCode::TooManyPasses,
        ),
        Ending::NotResolvable => (
            "two passes in a row gave the same result, with values that are still unknown"
                .to_owned(),
            ErrorCode::NotResolvable,
        ),
        Ending::CommentOpen => (
            "a comment that begins with /* is not closed".to_owned(),
            ErrorCode::CommentOpen,
        ),
        Ending::Resolved if exit_code == ErrorCode::MacroBalance.number() => (
            format!("{opened} MAC lines, but {closed} ENDM lines"),
            ErrorCode::MacroBalance,
        ),
        _ => return,
    };
    let help = hints::help(&context.names, code, b"");
    let site = context.sources.site(context.sources.main_file());
    context.report.messages.diagnostics.push(Diagnostic {
        help,
        ..Diagnostic::new(Severity::Error, exit_code, message, site)
    });
}

/// Reports where each unresolved name is used, and suggests similar names. Skips lines that have
/// another error, because that error is usually the cause.
pub(super) fn explain_unresolved(context: &mut Context, exit_code: u8) {
    if exit_code == 0 {
        return;
    }
    let mut uses = std::mem::take(&mut context.report.messages.unknown_uses);
    if let Some(place) = context.report.pass.missing_origin {
        uses.retain(|unknown| context.names.symbols.get(unknown.symbol).role == Role::Undefined);
        // Drop the errors that are consequences of the missing ORG.
        let consequences = [
            ErrorCode::WordRange,
            ErrorCode::ByteRange,
            ErrorCode::BranchRange,
        ];
        let consequences = consequences.map(|code| code.number());
        let diagnostics = &mut context.report.messages.diagnostics;
        diagnostics.retain(|fault| {
            !consequences.contains(&fault.code) && !fault.message.ends_with("and is truncated")
        });
        report_missing_origin(context, place);
    }
    let faults = &context.report.messages.diagnostics;
    let is_faulty = |place: Place| {
        let site = context.sources.site(place);
        let mut errors = faults
            .iter()
            .filter(|fault| fault.severity == Severity::Error);
        errors.any(|fault| fault.site == site)
    };
    uses.retain(|unknown| {
        context.names.symbols.get(unknown.symbol).unknown && !is_faulty(unknown.place)
    });
    let mut reported = Vec::new();
    for unknown in &uses {
        if reported.contains(&unknown.symbol) {
            continue;
        }
        reported.push(unknown.symbol);
        let (message, mut help) = explain_unknown(context, unknown.symbol);
        let (name, _) = split_scope(context.names.symbols.name(unknown.symbol));
        let excerpt = unknown.diagnostic.excerpt.as_deref().unwrap_or_default();
        if let Some(advice) = misplaced_register(&name, excerpt) {
            help = advice;
        }
        let others = uses
            .iter()
            .filter(|other| other.symbol == unknown.symbol)
            .skip(1);
        let notes = others.take(8).map(|other| Note {
            site: other.diagnostic.site.clone(),
            text: "also used here".to_owned(),
        });
        let mut diagnostic = unknown.diagnostic.clone();
        diagnostic.message = message;
        diagnostic.help = Some(help);
        diagnostic.notes.extend(notes);
        let definition = definition_note(context, unknown.symbol);
        diagnostic.notes.extend(definition);
        context.report.messages.diagnostics.push(diagnostic);
    }
}

/// Reports that there are bytes before the first ORG, which leaves all labels without an address.
fn report_missing_origin(context: &mut Context, place: Place) {
    let excerpt = context.sources.line_at(place);
    let message = "there is no ORG before the first byte, so no label has an address".to_owned();
    let (code, site) = (
        ErrorCode::NotResolvable.number(),
        context.sources.site(place),
    );
    let mut diagnostic = Diagnostic::new(Severity::Error, code, message, site);
    diagnostic.help = Some("put an ORG before this line, such as ORG $F000".to_owned());
    if let Some(excerpt) = excerpt {
        diagnostic.set_excerpt(&lossy(&excerpt), None);
    }
    context.report.messages.diagnostics.insert(0, diagnostic);
}

/// Returns advice if the unknown name is a register (`a`, `x` or `y`) in a place where dasm parses
/// it as a symbol.
fn misplaced_register(name: &str, excerpt: &str) -> Option<String> {
    let words: Vec<String> = excerpt
        .split_whitespace()
        .map(str::to_ascii_lowercase)
        .collect();
    let has = |known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
    match name.to_ascii_lowercase().as_str() {
        "x" | "y" => Some(format!(
            "write the index directly after the comma, without a blank: ,{name}"
        )),
        "a" if has(&["asl", "lsr", "rol", "ror"]) => {
            Some("a shift of the accumulator has no operand in dasm: remove the a".to_owned())
        }
        "a" if has(&["inc", "dec"]) => {
            Some("the 6502 cannot do this to A; use clc and adc #1, or sec and sbc #1".to_owned())
        }
        _ => None,
    }
}

/// Returns the message about a symbol without a value, and advice.
fn explain_unknown(context: &Context, id: SymbolId) -> (String, String) {
    let symbols = &context.names.symbols;
    let (name, scope) = split_scope(symbols.name(id));
    if symbols.get(id).role != Role::Undefined {
        return (
            format!("the value of {name} depends on itself or on an unknown symbol"),
            "define the symbol with known values; two EQUs must not depend on each other"
                .to_owned(),
        );
    }
    let message = format!("the symbol {name} is not defined");
    let mut known = symbols.table_order();
    known.retain(|&id| {
        let symbol = symbols.get(id);
        !symbol.unknown && symbol.role != Role::Undefined
    });
    let names = known.iter().map(|&id| split_scope(symbols.name(id)));
    let visible: Vec<String> = names
        .clone()
        .filter(|(_, other)| other.is_none() || *other == scope)
        .map(|(name, _)| name)
        .collect();
    let elsewhere = scope.is_some() && names.clone().any(|(other, _)| other == name);
    if elsewhere {
        let help = "a local label is visible only up to the next SUBROUTINE, or within its macro \
                    call; rename it without the dot to use it elsewhere";
        return (message, help.to_owned());
    }
    let number = format!("0{name}");
    if let Some(advice) = hints::foreign_number(number.as_bytes()) {
        return (message, advice);
    }
    let similar = similar(name.as_bytes(), visible.iter().map(|name| name.as_bytes()));
    let help = if similar.is_empty() {
        "define it, or check its spelling; names are case-sensitive".to_owned()
    } else {
        format!("did you mean {}?", similar.join(" or "))
    };
    (message, help)
}

/// Returns a note that points to the definition of a symbol without a value.
fn definition_note(context: &Context, id: SymbolId) -> Option<Note> {
    let definition = context.names.symbols.definition(id);
    (definition.order > 0).then(|| Note {
        site: context.sources.site(definition.place),
        text: "defined here".to_owned(),
    })
}
