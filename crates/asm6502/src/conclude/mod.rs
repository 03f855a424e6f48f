//! Finishes a run: determines the exit code, prints dasm's final text, and adds the messages that
//! cannot be known before the end.

use crate::conclude::explain::{drop_followers, explain_ending, explain_unresolved};
use crate::conclude::warnings::final_warnings;
use crate::context::Context;
use crate::diagnostic::Severity;
use crate::error::{ERRORS, ErrorCode};
use crate::map::{line_spans, map_file};
use crate::names::symbol_file;
use crate::options::Dialect;
use crate::output::Output;
use crate::passes::Ending;
use crate::usage::{PageMark, usage};

mod explain;
mod warnings;

/// Builds the output of a finished run.
pub(crate) fn finish_run(mut context: Context, ending: Ending) -> Output {
    let exit_code = conclude(&mut context, ending);
    let aborted = matches!(ending, Ending::Aborted(_));
    let unbalanced = exit_code == ErrorCode::MacroBalance.number();
    let writes_symbols = !aborted && !unbalanced && !matches!(ending, Ending::TooManyPasses);
    if exit_code == 0 || exit_code == ErrorCode::NotResolvable.number() {
        explain_unresolved(&mut context, exit_code);
    }
    let mut exit_code = exit_code;
    if exit_code == 0 {
        final_warnings(&mut context);
        let mut messages = context.report.messages.diagnostics.iter();
        if context.options.warnings_as_errors
            && messages.any(|message| message.severity >= Severity::Warning)
        {
            exit_code = ERRORS;
        }
    }
    if exit_code != 0 {
        explain_ending(&mut context, ending, exit_code);
    }
    drop_followers(&mut context.report.messages.diagnostics);
    context.report.listing.flush();
    Output {
        usage: (context.options.map || context.options.lines).then(|| usage(&context)),
        page_marks: page_marks(&context),
        map: context.options.map.then(|| map_file(&context)),
        lines: if context.options.lines {
            line_spans(&context)
        } else {
            Vec::new()
        },
        uninitialized: {
            let segments = context.emitter.segments.all.iter();
            segments.map(|segment| segment.uninitialized).collect()
        },
        timings: context.emitter.timings,
        binary: context.emitter.output.bytes,
        listing: context.report.listing.text,
        printed: context.report.messages.printed,
        diagnostics: context.report.messages.diagnostics,
        exit_code,
        aborted,
        passes: context.report.pass.number,
        dependencies: context.sources.dependencies,
        order: context.options.symbol_order,
        narrow: context.options.dialect < Dialect::V2_20_16,
        subroutines: context.names.subroutines,
        table: context.names.symbols,
        writes_symbols,
    }
}

/// Prints dasm's final text, and returns dasm's exit code.
fn conclude(context: &mut Context, ending: Ending) -> u8 {
    let echo = std::mem::take(&mut context.report.messages.echo);
    let errors = std::mem::take(&mut context.report.messages.errors);
    match ending {
        Ending::Resolved => conclude_resolved(context, &echo, &errors),
        Ending::NotResolvable => {
            let unresolved = symbol_file::unresolved(&context.names.symbols);
            let end = b"\nFatal assembly error: Source is not resolvable.\n";
            context
                .report
                .print([&unresolved[..], &echo, b"\n", &errors, end].concat());
            ErrorCode::NotResolvable.number()
        }
        Ending::TooManyPasses => {
            let count = context.report.pass.number + 1;
            let notice: &[u8] = if context.report.listing.enabled() {
                b""
            } else {
                b"Aborting assembly\n"
            };
            let text = format!("Too many passes ({count}).\n\n");
            let location = context.report.messages.location.clone();
            context.report.print(
                [
                    &echo[..],
                    b"\n",
                    notice,
                    &errors,
                    &location,
                    text.as_bytes(),
                ]
                .concat(),
            );
            ErrorCode::TooManyPasses.number()
        }
        Ending::CommentOpen => {
            let end = b"\nFatal assembly error: Multi-line comment not closed.\n";
            context
                .report
                .print([&echo[..], b"\n", &errors, end].concat());
            ErrorCode::CommentOpen.number()
        }
        Ending::Aborted(code) => {
            let notice: &[u8] = b"Aborting assembly\n";
            if context.report.listing.enabled() {
                context.report.listing.push(notice);
                context
                    .report
                    .print([&echo[..], b"\n", &errors, b"\n"].concat());
            } else {
                context
                    .report
                    .print([&echo[..], b"\n", notice, &errors, b"\n"].concat());
            }
            code.number()
        }
    }
}

fn conclude_resolved(context: &mut Context, echo: &[u8], errors: &[u8]) -> u8 {
    let failed = context.report.pass.fatal_errors > 0;
    if failed {
        let end = b"\nUnrecoverable error(s) in pass, aborting assembly!\n";
        context.report.print([errors, end].concat());
    } else {
        context.report.print([echo, b"\n"].concat());
    }
    let (opened, closed) = (context.sources.macros_opened, context.sources.macros_closed);
    if opened != closed && context.report.listing.enabled() {
        return ErrorCode::MacroBalance.number();
    }
    if opened != closed {
        let text = format!(
            "premature end of file, macros opened:{opened}  closed:{closed}Aborting assembly\n"
        );
        context.report.print(text);
        return ErrorCode::MacroBalance.number();
    }
    if failed {
        context.report.print(b"Complete. (5)\n");
        return ERRORS;
    }
    context.report.print(b"Complete. (0)\n");
    0
}

fn page_marks(context: &Context) -> Vec<PageMark> {
    let marks = context.emitter.marks.iter();
    let mark = |&(place, first, last)| PageMark {
        site: context.sources.site(place),
        addresses: (first, last),
    };
    marks.map(mark).collect()
}
