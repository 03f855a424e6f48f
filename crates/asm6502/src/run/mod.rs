//! The lines of files and macros, one after the other.

use crate::code::Step;
use crate::context::Context;
use crate::reading::{leave_file, leave_macro, read_line, split_fields};
use crate::run::limits::count_statement;
use crate::run::statement::run_statement;

mod limits;
mod statement;

/// Assembles the lines of files and macros, the innermost first, up to the end of the main file.
pub(crate) fn run_lines(context: &mut Context) -> Step {
    while let Some(frame) = context.sources.frames.last_mut() {
        if frame.at_end() {
            leave_frame(context);
            continue;
        }
        let (script, number) = (frame.script.clone(), frame.line);
        match script.line(number) {
            Some(line) if !context.sources.in_comment => {
                frame.line += 1;
                count_statement(context)?;
                run_statement(context, &line)?;
            }
            _ => read_and_run(context)?,
        }
    }
    Ok(())
}

/// A line that has to be read each time it is run.
fn read_and_run(context: &mut Context) -> Step {
    count_statement(context)?;
    let mut buffer = std::mem::take(&mut context.sources.buffer);
    let result = read_line(context, &mut buffer, false).and_then(|_| {
        split_fields(context, &mut buffer)?;
        run_statement(context, &buffer.line())
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
