//! The end of a run: exit code, final console text, and the messages that need the whole run.

use crate::context::Context;
use crate::diagnostic::{Code, Diagnostic, Note, Severity};
use crate::map::{line_spans, map_file};
use crate::names::scopes::split_scope;
use crate::names::symbol_file;
use crate::names::symbols::{Place, Role, SymbolId};
use crate::options::Dialect;
use crate::output::{Output, Rest};
use crate::passes::Ending;
use crate::report::hints::{self, similar};
use crate::text::lossy;
use crate::usage::{PAGE_ZERO_END, PageMark, usage};

/// Builds the output of a finished run; returns it with the rest of the run's memory.
pub(crate) fn finish_run(mut context: Context, ending: Ending) -> (Output, Rest) {
    let exit_code = conclude(&mut context, ending);
    let aborted = matches!(ending, Ending::Aborted(_));
    let unbalanced = exit_code == Code::MacroBalance.number();
    let writes_symbols = !aborted && !unbalanced && !matches!(ending, Ending::TooManyPasses);
    if exit_code == 0 || exit_code == Code::NotResolvable.number() {
        explain_unresolved(&mut context, exit_code);
    }
    let mut exit_code = exit_code;
    if exit_code == 0 {
        final_warnings(&mut context);
        if context.options.warnings_as_errors && !context.report.messages.diagnostics.is_empty() {
            exit_code = Code::Errors.number();
        }
    }
    if exit_code != 0 {
        explain_ending(&mut context, ending, exit_code);
    }
    drop_followers(&mut context.report.messages.diagnostics);
    context.report.listing.flush();
    let output = Output {
        usage: (context.options.map || context.options.lines).then(|| usage(&context)),
        page_marks: page_marks(&context),
        map: context.options.map.then(|| map_file(&context)),
        lines: match context.options.lines {
            true => line_spans(&context),
            false => Vec::new(),
        },
        timings: context.emitter.timings,
        binary: context.emitter.output.bytes,
        listing: context.report.listing.text,
        console: context.report.messages.console,
        diagnostics: context.report.messages.diagnostics,
        exit_code,
        aborted,
        passes: context.report.pass.number,
        dependencies: context.sources.dependencies,
        order: context.options.symbol_order,
        narrow: context.options.dialect < Dialect::V2_20_16,
        table: context.names.symbols,
        writes_symbols,
    };
    (output, (context.sources.files, context.operands.programs))
}

/// Prints what dasm prints at the end; returns its exit code.
fn conclude(context: &mut Context, ending: Ending) -> u8 {
    let echo = std::mem::take(&mut context.report.messages.echo);
    let errors = std::mem::take(&mut context.report.messages.errors);
    match ending {
        Ending::Settled => conclude_settled(context, &echo, &errors),
        Ending::NotResolvable => {
            let unresolved = symbol_file::unresolved(&context.names.symbols);
            let end = b"\nFatal assembly error: Source is not resolvable.\n";
            print_parts(context, &[&unresolved, &echo, b"\n", &errors, end]);
            Code::NotResolvable.number()
        }
        Ending::TooManyPasses => {
            let count = context.report.pass.number + 1;
            let notice: &[u8] = if context.report.listing.enabled() {
                b""
            } else {
                b"Aborting assembly\n"
            };
            let text = format!("Too many passes ({count}).\n\n");
            let location = context.report.messages.last_location();
            print_parts(
                context,
                &[&echo, b"\n", notice, &errors, &location, text.as_bytes()],
            );
            Code::TooManyPasses.number()
        }
        Ending::CommentOpen => {
            let end = b"\nFatal assembly error: Multi-line comment not closed.\n";
            print_parts(context, &[&echo, b"\n", &errors, end]);
            Code::CommentOpen.number()
        }
        Ending::Aborted(code) => {
            let notice: &[u8] = b"Aborting assembly\n";
            if context.report.listing.enabled() {
                context.report.listing.push(notice);
                print_parts(context, &[&echo, b"\n", &errors, b"\n"]);
            } else {
                print_parts(context, &[&echo, b"\n", notice, &errors, b"\n"]);
            }
            code.number()
        }
    }
}

fn conclude_settled(context: &mut Context, echo: &[u8], errors: &[u8]) -> u8 {
    let failed = context.report.pass.fatal_errors > 0;
    if failed {
        let end = b"\nUnrecoverable error(s) in pass, aborting assembly!\n";
        print_parts(context, &[errors, end]);
    } else {
        print_parts(context, &[echo, b"\n"]);
    }
    let (opened, closed) = (context.sources.macros_opened, context.sources.macros_closed);
    if opened != closed && context.report.listing.enabled() {
        return Code::MacroBalance.number();
    }
    if opened != closed {
        let text = format!(
            "premature end of file, macros opened:{opened}  closed:{closed}Aborting assembly\n"
        );
        print_parts(context, &[text.as_bytes()]);
        return Code::MacroBalance.number();
    }
    if failed {
        print_parts(context, &[b"Complete. (5)\n"]);
        return Code::Errors.number();
    }
    print_parts(context, &[b"Complete. (0)\n"]);
    0
}

fn print_parts(context: &mut Context, parts: &[&[u8]]) {
    for part in parts {
        context.report.messages.console.extend_from_slice(part);
    }
}

fn page_marks(context: &Context) -> Vec<PageMark> {
    let marks = context.emitter.marks.iter();
    let mark = |&(place, first, last)| PageMark {
        site: context.sources.site(place),
        addresses: (first, last),
    };
    marks.map(mark).collect()
}

/// Drops reports of labels that moved because they are defined twice.
fn drop_followers(diagnostics: &mut Vec<Diagnostic>) {
    let name = |diagnostic: &Diagnostic, end: &str| {
        let name = diagnostic.message.strip_prefix("the label ")?;
        Some(name.split_once(end)?.0.to_owned())
    };
    let twice = |known: &Diagnostic| name(known, " is defined twice");
    let twice: Vec<String> = diagnostics.iter().filter_map(twice).collect();
    diagnostics.retain(|known| name(known, " moved;").is_none_or(|name| !twice.contains(&name)));
}

/// Adds an error that explains the exit code, if no other one does.
fn explain_ending(context: &mut Context, ending: Ending, exit_code: u8) {
    let diagnostics = &context.report.messages.diagnostics;
    if diagnostics
        .iter()
        .any(|known| known.severity == Severity::Error)
    {
        return;
    }
    let (opened, closed) = (context.sources.macros_opened, context.sources.macros_closed);
    let passes = context.report.pass.number;
    let (message, code) = match ending {
        Ending::TooManyPasses => (
            format!("the source is not resolved after {passes} passes"),
            Code::TooManyPasses,
        ),
        Ending::NotResolvable => (
            "two passes in a row ended alike, with values that are still unknown".to_owned(),
            Code::NotResolvable,
        ),
        Ending::CommentOpen => (
            "a comment that begins with /* is not closed".to_owned(),
            Code::CommentOpen,
        ),
        Ending::Settled if exit_code == Code::MacroBalance.number() => (
            format!("{opened} MAC lines, but {closed} ENDM lines"),
            Code::MacroBalance,
        ),
        _ => return,
    };
    let help = hints::help(&context.names, code, b"");
    context.report.messages.diagnostics.push(Diagnostic {
        severity: Severity::Error,
        code: exit_code,
        message,
        site: context.sources.site(context.sources.main_file()),
        column: None,
        excerpt: None,
        help,
        notes: Vec::new(),
    });
}

/// Reports where each unresolved name is used, and similar names.
fn explain_unresolved(context: &mut Context, exit_code: u8) {
    if exit_code == 0 {
        return;
    }
    let mut uses = std::mem::take(&mut context.report.messages.unknown_uses);
    uses.retain(|unknown| context.names.symbols.get(unknown.symbol).unknown);
    let mut reported = Vec::new();
    for unknown in &uses {
        if reported.contains(&unknown.symbol) {
            continue;
        }
        reported.push(unknown.symbol);
        let (message, help) = explain_unknown(context, unknown.symbol);
        let others = uses
            .iter()
            .filter(|other| other.symbol == unknown.symbol)
            .skip(1);
        let notes = others.take(8).map(|other| Note {
            site: context.sources.site(other.place),
            text: "also used here".to_owned(),
        });
        let mut notes: Vec<Note> = notes.collect();
        notes.splice(0..0, unknown.chain.iter().cloned());
        notes.extend(definition_note(context, unknown.symbol));
        let diagnostic = Diagnostic {
            severity: Severity::Error,
            code: Code::NotResolvable.number(),
            message,
            site: context.sources.site(unknown.place),
            column: unknown.column,
            excerpt: Some(unknown.excerpt.clone()),
            help: Some(help),
            notes,
        };
        context.report.messages.diagnostics.push(diagnostic);
    }
}

/// Why a symbol has no value, and what to do about it.
fn explain_unknown(context: &Context, id: SymbolId) -> (String, String) {
    let symbols = &context.names.symbols;
    let (name, scope) = split_scope(symbols.name(id));
    if symbols.get(id).role != Role::Undefined {
        return (
            format!("the value of {name} depends on itself or on an unknown symbol"),
            "define it by symbols with known values; EQU cannot go round in a circle".to_owned(),
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
    let help = match similar.is_empty() {
        true => "define it, or check its spelling; names are case-sensitive".to_owned(),
        false => format!("did you mean {}?", similar.join(" or ")),
    };
    (message, help)
}

/// Where a symbol without a value is defined.
fn definition_note(context: &Context, id: SymbolId) -> Option<Note> {
    let definition = context.names.symbols.definition(id);
    (definition.order > 0).then(|| Note {
        site: context.sources.site(definition.place),
        text: "defined here".to_owned(),
    })
}

/// Warnings that need the finished run.
fn final_warnings(context: &mut Context) {
    if context.emitter.output.bytes.is_empty()
        && context.report.pass.number > 1
        && context.emitter.first_pass_wrote
    {
        let message = "the binary is empty: each pass begins in the segment where the last one \
                       ended, and that one is uninitialized"
            .to_owned();
        let help = "put a SEG before the first code";
        context.warn(message, b"", 0, Some(help));
    }
    if context.options.warnings.ram {
        warn_of_ram(context);
    }
    if context.options.warnings.unused {
        warn_unused(context);
    }
}

/// Variables beyond page zero, or where the stack of a 2600 program is.
fn warn_of_ram(context: &mut Context) {
    let reserve = i64::from(context.options.stack_reserve);
    for index in 0..context.emitter.segments.all.len() {
        let segment = &context.emitter.segments.all[index];
        let Some(extent) = segment.extent.filter(|_| segment.uninitialized) else {
            continue;
        };
        let last = extent.end - 1;
        let name = lossy(&segment.name);
        if !(0x80..PAGE_ZERO_END).contains(&extent.first) || extent.end <= PAGE_ZERO_END - reserve {
            continue;
        }
        let message = match last < PAGE_ZERO_END {
            true => format!(
                "the segment {name} reaches ${last:02x}; the stack needs the last {reserve} bytes \
                 up to $ff"
            ),
            false => {
                let excess = extent.end - PAGE_ZERO_END;
                format!("the segment {name} reaches ${last:03x}, {excess} bytes beyond $ff")
            }
        };
        let help = "share addresses between variables that are not used at the same time";
        context.warn_of_place(message, extent.place, help);
    }
}

/// True for a label of a file that places no bytes: a header, whose labels are for any program.
fn is_of_header(context: &Context, id: SymbolId) -> bool {
    let file = context.names.symbols.definition(id).place.file;
    file != context.sources.main_file().file && !context.emitter.writers.contains(&file)
}

/// Labels of the program that nothing refers to.
fn warn_unused(context: &mut Context) {
    let unused: Vec<(String, Place)> = context
        .names
        .symbols
        .table_order()
        .into_iter()
        .filter(|&id| {
            let symbol = context.names.symbols.get(id);
            symbol.role == Role::Label && symbol.used_in_pass == 0 && !is_of_header(context, id)
        })
        .map(|id| {
            (
                split_scope(context.names.symbols.name(id)).0,
                context.names.symbols.definition(id).place,
            )
        })
        .collect();
    for (name, place) in unused {
        let site = context.sources.site(place);
        context.report.messages.diagnostics.push(Diagnostic {
            severity: Severity::Warning,
            code: 0,
            message: format!("the label {name} is never used"),
            site,
            column: None,
            excerpt: None,
            help: None,
            notes: Vec::new(),
        });
    }
}
