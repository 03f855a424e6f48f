//! Limits that end a run before time or memory run out.

use crate::context::Context;
use crate::error::{Abort, ErrorCode};

/// Maximum number of statements in a pass: about a hundred times as many as in the largest known
/// sources.
const MAX_STATEMENTS: u64 = 10_000_000;

/// Number of statements between checks of the limits. A power of two makes it cheap to test whether
/// a check is due.
const LIMITS_CHECKED_EVERY: u64 = 256;

/// Maximum total size of the listing and the messages, in bytes.
const MAX_TEXT: usize = 256 << 20;

/// Counts a statement. Every [`LIMITS_CHECKED_EVERY`] statements, aborts a run that has exceeded a
/// limit: it might never end, as when a macro calls itself twice.
#[inline]
pub(crate) fn count_statement(context: &mut Context) -> Result<(), Abort> {
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
