//! The beginning and the end of a pass. Passes are repeated until nothing is unknown and nothing
//! moves.

use crate::address::address_field;
use crate::code::{Abort, Code, Step};
use crate::context::Context;
use crate::reading::enter_file;
use crate::report::pass::{Pass, Reason};
use crate::text::lossy;

/// How the run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Nothing moved in the last pass, which may have errors.
    Settled,
    NotResolvable,
    TooManyPasses,
    /// A `/*` was still open at the end of a pass.
    CommentOpen,
    Aborted(Code),
}

impl From<Abort> for Ending {
    fn from(Abort(code): Abort) -> Self {
        Ending::Aborted(code)
    }
}

/// How the run ends with the pass that is just over; `None` if another one is needed. `before` is
/// the pass before.
pub(crate) fn verdict(context: &mut Context, before: Pass) -> Option<Ending> {
    let pass = &context.report.pass;
    let settled = pass.redos == 0;
    let ending = if context.sources.in_comment {
        Some(Ending::CommentOpen)
    } else if settled {
        Some(Ending::Settled)
    } else if pass.same_events(&before) && !context.options.all_passes {
        Some(Ending::NotResolvable)
    } else if pass.number >= context.options.max_passes {
        Some(Ending::TooManyPasses)
    } else {
        None
    };
    if settled || ending.is_none() {
        context.emitter.output.finish_pass();
    }
    ending
}

pub(crate) fn start_pass(context: &mut Context) {
    context.report.start_pass();
    context.names.start_pass();
    context.emitter.start_pass();
    context.sources.macro_depth = 0;
    if let Some(recorder) = &mut context.recorder {
        recorder.start_pass();
    }
    if context.options.verbosity > 0 {
        let text = format!("\nSTART OF PASS: {}\n", context.report.pass.number);
        context.report.say(&text);
    }
}

/// Reads the main file and enters it. To dasm a missing one is empty.
pub(crate) fn enter_source(context: &mut Context) -> Step {
    let name = &context.options.source;
    match context.sources.read_file(name) {
        Some(file) => {
            context.check_size(name, &file)?;
            if let Some((message, help)) = file.problem().filter(|_| !context.options.strict_dasm) {
                refuse_source(context, message, help)?;
            }
            if file.directory {
                let message = "this is a directory; there is nothing to assemble";
                refuse_source(context, message, "name the source file")?;
            }
            enter_file(context, name, file.script())?;
        }
        None => missing_source(context)?,
    }
    Ok(())
}

fn missing_source(context: &mut Context) -> Step {
    if !context.newer() {
        let name = lossy(&context.options.source);
        let text = format!("Warning: Unable to open '{name}'\n");
        context.report.say(&text);
    }
    let message = "cannot open this file; there is nothing to assemble";
    let help = "check the name; it is the first argument, before all switches";
    refuse_source(context, message, help)
}

/// Reports that the source cannot be assembled as a whole, which ends the run with status 2. To
/// dasm 2.20.14, and so to `--strict-dasm`, it is only empty.
fn refuse_source(context: &mut Context, message: &str, help: &str) -> Step {
    let name = lossy(&context.options.source);
    if context.options.strict_dasm && !context.newer() {
        context.warn(message.to_owned(), b"", 0, Some(help));
        context.amend(|diagnostic| diagnostic.site.file = name);
        return Ok(());
    }
    let result = context.abort(Code::FileOpen, String::new());
    context.amend(|diagnostic| {
        diagnostic.message = message.to_owned();
        diagnostic.help = Some(help.to_owned());
        diagnostic.site.file = name;
    });
    result
}

pub(crate) fn end_pass(context: &mut Context) {
    if context.sources.in_comment {
        return;
    }
    if context.options.verbosity > 0 {
        let table = segment_table(context);
        context.report.print(&table);
        let text = pass_summary(context);
        context.report.say(&text);
    }
    let verbosity = context.options.verbosity;
    if verbosity == 4 || (verbosity > 2 && context.report.pass.redos == 0) {
        let order = context.options.symbol_order;
        let (narrow, console) = (!context.newer(), &mut context.report.messages.console);
        // Writing to memory does not fail.
        let _ = crate::names::symbol_file::render(&context.names.symbols, order, narrow, console);
    }
    if verbosity > 2 {
        let unresolved = crate::names::symbol_file::unresolved(&context.names.symbols);
        context.report.print(&unresolved);
    }
}

fn segment_table(context: &Context) -> Vec<u8> {
    let rule = [b'-'; 70];
    let mut table = b"\n".to_vec();
    table.extend_from_slice(&rule);
    table.extend_from_slice(
        b"\nSEGMENT NAME                 INIT PC  INIT RPC FINAL PC FINAL RPC\n",
    );
    for segment in context.emitter.segments.all.iter().rev() {
        let start = table.len();
        table.extend_from_slice(&segment.name);
        table.resize(table.len().max(start + 24), b' ');
        table.extend_from_slice(if segment.uninitialized {
            b" [u] "
        } else {
            b"     "
        });
        let initial = segment.initial_origin;
        let field = address_field(initial.value, initial.unknown);
        table.extend_from_slice(format!("{field:<32}{field:<31}").as_bytes());
        table.push(b'\n');
    }
    table.extend_from_slice(&rule);
    table.push(b'\n');
    table
}

fn pass_summary(context: &Context) -> String {
    let Pass {
        unknown_references,
        redos,
        reasons,
        ..
    } = context.report.pass;
    let mut text = format!(
        "{unknown_references} references to unknown symbols.\n\
         {redos} events requiring another assembler pass.\n"
    );
    for (reason, meaning) in Reason::ALL {
        if reasons & (1 << reason as u8) != 0 {
            text.push_str(&format!(" - {meaning}\n"));
        }
    }
    text.push('\n');
    text
}
