//! Assembles the lines of files and macros, one after the other.

use crate::context::Context;
use crate::error::{Abort, ErrorCode};
use crate::lines::statement::assemble_statement;
use crate::reading::{leave_file, leave_macro, next_line, split_fields};

mod statement;

/// Maximum number of statements in a pass: about a hundred times as many as in the largest known
/// sources.
const MAX_STATEMENTS: u64 = 10_000_000;

/// Number of statements between checks of the limits. A power of two makes it cheap to test whether
/// a check is due.
const LIMITS_CHECKED_EVERY: u64 = 256;

/// Maximum size of listing and messages, in bytes.
const MAX_TEXT: usize = 256 << 20;

/// Assembles lines until the main file ends. The next line is always that of the innermost open
/// file or macro.
pub(crate) fn assemble_lines(context: &mut Context) -> Result<(), Abort> {
    while let Some(frame) = context.sources.frames.last_mut() {
        if frame.at_end() {
            if frame.is_macro() {
                leave_macro(context);
            } else {
                leave_file(context);
            }
            continue;
        }
        // The current line's number, counted from 1, is the next line's index, counted from 0.
        let (script, number) = (frame.script.clone(), frame.line);
        match script.line(number, context.report.listing.enabled()) {
            Some(line) if !context.sources.in_comment => {
                frame.line += 1;
                count_statement(context)?;
                assemble_statement(context, &line)?;
            }
            _ => clean_and_assemble(context)?,
        }
    }
    Ok(())
}

/// Assembles a line that has to be cleaned each time (see `sources::script`).
fn clean_and_assemble(context: &mut Context) -> Result<(), Abort> {
    count_statement(context)?;
    let mut buffer = std::mem::take(&mut context.sources.buffer);
    let result = next_line(context, &mut buffer, false).and_then(|_| {
        split_fields(context, &mut buffer)?;
        assemble_statement(context, &buffer.line())
    });
    if result.is_err() {
        context.attach_excerpts(&buffer.line());
    }
    context.sources.buffer = buffer;
    result
}

/// Counts a statement. Every [`LIMITS_CHECKED_EVERY`] statements, aborts a run that has exceeded a
/// limit: it might never end, as when a macro calls itself twice.
#[inline]
fn count_statement(context: &mut Context) -> Result<(), Abort> {
    context.report.pass.statements += 1;
    match context.report.pass.statements % LIMITS_CHECKED_EVERY {
        0 => check_limits(context),
        _ => Ok(()),
    }
}

#[cold]
fn check_limits(context: &mut Context) -> Result<(), Abort> {
    if context.report.pass.statements > MAX_STATEMENTS {
        return context.abort(
            ErrorCode::Recursion,
            format!("more than {MAX_STATEMENTS} statements"),
        );
    }
    let messages = &context.report.messages;
    let text = context.report.listing.len() + messages.printed.len() + messages.errors.len();
    if text + messages.echo.len() > MAX_TEXT {
        return context.abort(
            ErrorCode::Recursion,
            "listing and messages: more than 256 MiB".to_owned(),
        );
    }
    Ok(())
}
