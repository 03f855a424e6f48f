//! Limits that end a run before time or memory run out.

use crate::code::{Code, Step};
use crate::context::Context;

/// Most statements in a pass: some hundred times the size of the largest known sources.
const MOST_STATEMENTS: u64 = 10_000_000;

/// A power of two, so that the test is cheap.
const LIMITS_CHECKED_EVERY: u64 = 256;

/// Most text of listing and messages.
const MOST_TEXT: usize = 256 << 20;

/// Counts statements, and ends a run that would not end by itself, such as one with macros that
/// call themselves twice.
#[inline]
pub(crate) fn count_statement(context: &mut Context) -> Step {
    context.report.pass.statements += 1;
    match context.report.pass.statements % LIMITS_CHECKED_EVERY {
        0 => check_limits(context),
        _ => Ok(()),
    }
}

#[cold]
fn check_limits(context: &mut Context) -> Step {
    if context.report.pass.statements > MOST_STATEMENTS {
        return context.abort(
            Code::Recursion,
            format!("more than {MOST_STATEMENTS} statements"),
        );
    }
    let messages = &context.report.messages;
    let text = context.report.listing.len() + messages.console.len() + messages.errors.len();
    if text + messages.echo.len() > MOST_TEXT {
        return context.abort(
            Code::Recursion,
            "listing and messages: more than 256 MiB".to_owned(),
        );
    }
    Ok(())
}
