//! Assembles the lines of files and macros, one after the other.

use crate::context::Context;
use crate::error::Abort;
use crate::lines::limits::count_statement;
use crate::lines::statement::assemble_statement;
use crate::reading::{leave_file, leave_macro, next_line, split_fields};

mod limits;
mod statement;

/// Assembles lines until the main file ends. The next line is always that of the innermost open
/// file or macro.
pub(crate) fn assemble_lines(context: &mut Context) -> Result<(), Abort> {
    while let Some(frame) = context.sources.frames.last_mut() {
        if frame.at_end() {
            leave_frame(context);
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

fn leave_frame(context: &mut Context) {
    if context.sources.in_macro() {
        leave_macro(context);
    } else {
        leave_file(context);
    }
}
