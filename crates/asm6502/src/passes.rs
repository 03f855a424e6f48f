//! The beginning and the end of a pass. Another pass follows if a statement has requested one
//! because a value was unknown or a label has moved.

use crate::address::address_field;
use crate::context::Context;
use crate::error::{Abort, ErrorCode};
use crate::names::symbol_file;
use crate::reading::enter_file;
use crate::report::pass::{Pass, Reason};
use crate::text::lossy;

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// No statement in the last pass requested another pass. The last pass may have errors.
    Resolved,
    /// Two successive passes requested another pass for the same reasons and the same number of
    /// times; see [`Pass::same_events`].
    NotResolvable,
    TooManyPasses,
    /// A `/*` comment was still open at the end of a pass.
    CommentOpen,
    Aborted(ErrorCode),
}

impl From<Abort> for Ending {
    fn from(Abort(code): Abort) -> Self {
        Ending::Aborted(code)
    }
}

/// Decides how the run ends after this pass; returns `None` if another pass is needed. Also
/// completes the last hunk of an `-f2` binary, but not if the run fails because passes keep
/// requesting another one.
pub(crate) fn verdict(context: &mut Context, previous: Pass) -> Option<Ending> {
    let pass = &context.report.pass;
    let resolved = pass.redos == 0;
    let ending = if context.sources.in_comment {
        Some(Ending::CommentOpen)
    } else if resolved {
        Some(Ending::Resolved)
    } else if pass.same_events(&previous) && !context.options.all_passes {
        Some(Ending::NotResolvable)
    } else if pass.number >= context.options.max_passes {
        Some(Ending::TooManyPasses)
    } else {
        None
    };
    if resolved || ending.is_none() {
        context.emitter.output.finish_pass();
    }
    ending
}

pub(crate) fn start_pass(context: &mut Context) {
    context.report.start_pass();
    context.names.start_pass();
    context.emitter.start_pass();
    context.sources.macro_depth = 0;
    if let Some(draft) = &mut context.record_draft {
        draft.start_pass();
    }
    if context.options.verbosity > 0 {
        let text = format!("\nSTART OF PASS: {}\n", context.report.pass.number);
        context.report.print(&text);
    }
}

/// Enters the main file. Only the first pass reads the file and splits it into lines. Reports an
/// error if the file cannot be assembled.
pub(crate) fn enter_source(context: &mut Context) -> Result<(), Abort> {
    let name = &context.options.source;
    match context.sources.read_file(name) {
        Some(file) => {
            context.check_size(name, &file)?;
            if let Some((message, help)) = file.problem.filter(|_| !context.options.strict_dasm) {
                refuse_source(context, message, help)?;
            }
            if file.directory {
                let message = "this is a directory; there is nothing to assemble";
                refuse_source(context, message, "name the source file")?;
            }
            enter_file(context, name, name, file.script())?;
        }
        None => report_missing_source(context)?,
    }
    Ok(())
}

fn report_missing_source(context: &mut Context) -> Result<(), Abort> {
    if !context.is_newer_dialect() {
        let name = lossy(&context.options.source);
        let text = format!("Warning: Unable to open '{name}'\n");
        context.report.print(&text);
    }
    let message = "cannot open this file; there is nothing to assemble";
    let help = "check the name; it is the first argument, before all switches";
    refuse_source(context, message, help)
}

/// Reports a source that cannot be assembled at all, and ends the run with exit code 2. With
/// `--strict-dasm`, unless the dialect is 2.20.16, only warns: dasm 2.20.14.1 treats the source as
/// empty.
fn refuse_source(context: &mut Context, message: &str, help: &str) -> Result<(), Abort> {
    let name = lossy(&context.options.source);
    if context.options.strict_dasm && !context.is_newer_dialect() {
        context.warn(message.to_owned(), b"", 0, Some(help));
        context.amend(|diagnostic| diagnostic.site.file = name);
        return Ok(());
    }
    let result = context.abort(ErrorCode::FileOpen, String::new());
    context.explain(message, help);
    context.amend(|diagnostic| diagnostic.site.file = name);
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
        context.report.print(&text);
    }
    let verbosity = context.options.verbosity;
    if verbosity == 4 || (verbosity > 2 && context.report.pass.redos == 0) {
        let order = context.options.symbol_order;
        let text = symbol_file::render(&context.names.symbols, order, !context.is_newer_dialect());
        context.report.print(text);
    }
    if verbosity > 2 {
        let unresolved = symbol_file::unresolved(&context.names.symbols);
        context.report.print(unresolved);
    }
}

fn segment_table(context: &Context) -> Vec<u8> {
    let rule = "-".repeat(70);
    let titles = "SEGMENT NAME                 INIT PC  INIT RPC FINAL PC FINAL RPC";
    let mut table = format!("\n{rule}\n{titles}\n").into_bytes();
    for segment in context.emitter.segments.all.iter().rev() {
        let start = table.len();
        table.extend_from_slice(&segment.name);
        table.resize(table.len().max(start + 24), b' ');
        let mark = if segment.uninitialized { "[u]" } else { "" };
        let initial = segment.initial_origin;
        let field = address_field(initial.value, initial.unknown);
        let columns = format!(" {mark:<3} {field:<32}{field:<31}\n");
        table.extend_from_slice(columns.as_bytes());
    }
    table.extend_from_slice(format!("{rule}\n").as_bytes());
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
    for (index, reason) in Reason::TEXTS.iter().enumerate() {
        if reasons & (1 << index) != 0 {
            text.push_str(&format!(" - {reason}\n"));
        }
    }
    text.push('\n');
    text
}
