//! Text and the listing: `ECHO`, `ERR`, `LIST` and `TRACE`.

use crate::context::Context;
use crate::error::{Abort, ErrorCode};
use crate::expression::machine::evaluate;
use crate::labels::program_label;
use crate::sources::line::Line;
use crate::text::lossy;

pub(crate) fn echo(context: &mut Context, line: &Line) -> Result<(), Abort> {
    let items = context.ignoring_unknown_names(|context| evaluate(context, line.operand()))?;
    let mut text = Vec::new();
    for item in items.iter().filter(|item| !item.unknown) {
        text.push(b' ');
        match &item.text {
            Some(string) => text.extend_from_slice(string),
            None => text.extend_from_slice(format!("${:x}", item.value).as_bytes()),
        }
    }
    text.push(b'\n');
    context.report.listing.push(&text);
    context.report.messages.echo.extend_from_slice(&text);
    Ok(())
}

pub(crate) fn err(context: &mut Context, line: &Line) -> Result<(), Abort> {
    program_label(context, line);
    // The text of the last ECHO usually gives the reason for this ERR.
    let echo = context.report.messages.echo.trim_ascii_end();
    let start = memchr::memrchr(b'\n', echo).map_or(0, |at| at + 1);
    let said = lossy(echo[start..].trim_ascii());
    let result = context.abort(ErrorCode::Err, String::new());
    if !said.is_empty() {
        context.advise(format!("ECHO: {said}"));
    }
    result
}

pub(crate) fn list(context: &mut Context, line: &Line) -> Result<(), Abort> {
    program_label(context, line);
    context.emitter.generated = 0;
    let operand = line.operand();
    let begins_with = |word: &str| {
        operand.starts_with(word.as_bytes()) || operand.starts_with(word.to_uppercase().as_bytes())
    };
    let set_unlisted = |context: &mut Context, unlisted| {
        if let Some(frame) = context.sources.frames.last_mut() {
            frame.unlisted = unlisted;
        }
    };
    if begins_with("of") {
        context.report.listing.on = false;
    } else if begins_with("localof") {
        set_unlisted(context, true);
    } else if begins_with("localon") {
        set_unlisted(context, false);
    } else {
        context.report.listing.on = true;
    }
    Ok(())
}

/// Does nothing: in dasm, `TRACE` prints details of dasm's internal workings.
pub(crate) fn trace(_: &mut Context, _: &Line) -> Result<(), Abort> {
    Ok(())
}
