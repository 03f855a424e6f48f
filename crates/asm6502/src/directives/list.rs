//! `LIST` and `TRACE`.

use crate::context::Context;
use crate::error::Abort;
use crate::labels::program_label;
use crate::sources::line::Line;

pub(crate) fn list(context: &mut Context, line: &Line) -> Result<(), Abort> {
    program_label(context, line);
    context.emitter.generated = 0;
    let operand = line.operand();
    let is = |word: &str| {
        operand.starts_with(word.as_bytes()) || operand.starts_with(word.to_uppercase().as_bytes())
    };
    let local = |context: &mut Context, unlisted| {
        if let Some(frame) = context.sources.frames.last_mut() {
            frame.unlisted = unlisted;
        }
    };
    if is("of") {
        context.report.listing.on = false;
    } else if is("localof") {
        local(context, true);
    } else if is("localon") {
        local(context, false);
    } else {
        context.report.listing.on = true;
    }
    Ok(())
}

/// Does nothing: in dasm, `TRACE` prints details of dasm's internal workings.
pub(crate) fn trace(_: &mut Context, _: &Line) -> Result<(), Abort> {
    Ok(())
}
