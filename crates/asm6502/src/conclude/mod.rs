//! Finishes a run: determines the exit code, prints dasm's final text, and adds the messages that
//! cannot be known before the end.

use crate::conclude::explain::{drop_consequences, explain_ending, explain_unresolved};
use crate::conclude::warnings::final_warnings;
use crate::context::Context;
use crate::diagnostic::Severity;
use crate::error::{ERRORS_EXIT_CODE, ErrorCode};
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
            exit_code = ERRORS_EXIT_CODE;
        }
    }
    if exit_code != 0 {
        explain_ending(&mut context, ending, exit_code);
    }
    drop_consequences(&mut context.report.messages.diagnostics);
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
        compares_32_bits: context.options.dialect < Dialect::V2_20_16,
        subroutines: context.names.subroutines,
        table: context.names.symbols,
        writes_symbols,
    }
}

/// Prints dasm's final text, and returns dasm's exit code.
fn conclude(context: &mut Context, ending: Ending) -> u8 {
    let echo = std::mem::take(&mut context.report.messages.echo);
    let errors = std::mem::take(&mut context.report.messages.errors);
    let listed = context.report.listing.enabled();
    let notice: &[u8] = if listed { b"" } else { b"Aborting assembly\n" };
    let (text, code) = match ending {
        Ending::Resolved => return conclude_resolved(context, &echo, &errors),
        Ending::NotResolvable => {
            let unresolved = symbol_file::unresolved(&context.names.symbols);
            let end = b"\nFatal assembly error: Source is not resolvable.\n";
            let parts = [&unresolved[..], &echo, b"\n", &errors, end];
            (parts.concat(), ErrorCode::NotResolvable)
        }
        Ending::TooManyPasses => {
            let location = &context.report.messages.location;
            let end = format!("Too many passes ({}).\n\n", context.report.pass.number + 1);
            let parts = [&echo[..], b"\n", notice, &errors, location, end.as_bytes()];
            (parts.concat(), ErrorCode::TooManyPasses)
        }
        Ending::CommentOpen => {
            let end = b"\nFatal assembly error: Multi-line comment not closed.\n";
            let parts = [&echo[..], b"\n", &errors, end];
            (parts.concat(), ErrorCode::CommentOpen)
        }
        Ending::Aborted(code) => {
            context.report.listing.push(b"Aborting assembly\n");
            let parts = [&echo[..], b"\n", notice, &errors, b"\n"];
            (parts.concat(), code)
        }
    };
    context.report.print(text);
    code.number()
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
        return ERRORS_EXIT_CODE;
    }
    context.report.print(b"Complete. (0)\n");
    0
}

fn page_marks(context: &Context) -> Vec<PageMark> {
    let marks = context.emitter.page_marks.iter();
    let mark = |&(place, first, last)| PageMark {
        site: context.sources.site(place),
        addresses: (first, last),
    };
    marks.map(mark).collect()
}
