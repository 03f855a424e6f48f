//! Directives that dasm does not have. They are available only with `--extensions`.

use crate::context::Context;
use crate::directives::conditional::block_of_branch;
use crate::error::{Abort, ErrorCode};
use crate::expression::machine::{evaluate, evaluate_one};
use crate::labels::program_label;
use crate::report::pass::Reason;
use crate::sources::line::Line;
use crate::text::lossy;

/// Executes `ELIF value`.
pub(crate) fn elif(context: &mut Context, line: &Line) -> Result<(), Abort> {
    let Some(entry) = block_of_branch(context, "ELIF", line) else {
        return Ok(());
    };
    let mut holds = false;
    let mut enabled = true;
    if !entry.taken {
        let item = evaluate_one(context, line.operand())?;
        enabled = !item.unknown && item.text.is_none();
        holds = enabled && item.value != 0;
        if !enabled {
            context.report.redo(Reason::If);
        }
    }
    if let Some(entry) = context.sources.ifs.last_mut() {
        entry.holds = holds;
        entry.enabled = enabled;
        entry.taken |= holds;
    }
    Ok(())
}

/// Executes `ASSERT value[,text]`: reports an error if the value is 0. Like all errors that do not
/// abort the run, this one counts only if it occurs in the last pass.
pub(crate) fn assert(context: &mut Context, line: &Line) -> Result<(), Abort> {
    program_label(context, line);
    let items = evaluate(context, line.operand())?;
    if items[0].unknown {
        context.report.redo(Reason::If);
    } else if items[0].value == 0 {
        let text = items.get(1).and_then(|item| item.text.as_deref());
        let detail = text.map_or_else(|| lossy(line.operand()), lossy);
        context.error_at(ErrorCode::Assertion, detail, line.operand(), 0);
    }
    Ok(())
}

/// Executes `SAMEPAGE first[,last]`: reports an error if the two addresses are on different pages.
/// `last` defaults to the current address. The error counts only if it occurs in the last pass.
pub(crate) fn samepage(context: &mut Context, line: &Line) -> Result<(), Abort> {
    program_label(context, line);
    let items = evaluate(context, line.operand())?;
    let here = context.emitter.segments.current().here();
    let last = items.get(1).map_or((here.value, here.unknown), |item| {
        (item.value, item.unknown)
    });
    if items[0].unknown || last.1 {
        context.report.redo(Reason::If);
        return Ok(());
    }
    let (first, last) = (items[0].value, last.0);
    let place = context.sources.place();
    context.emitter.page_marks.push((place, first, last));
    if first >> 8 != last >> 8 {
        let detail = format!("${first:04x} and ${last:04x} are on different pages");
        context.error_at(ErrorCode::Assertion, detail, line.operand(), 0);
    }
    Ok(())
}
