//! Conditional blocks: `IF`, `IFCONST`, `IFNCONST`, `ELSE`, `ENDIF`.

use crate::context::Context;
use crate::error::Abort;
use crate::expression::machine::evaluate_one;
use crate::labels::program_label;
use crate::report::pass::Reason;
use crate::sources::blocks::IfEntry;
use crate::sources::line::Line;

pub(crate) fn if_(context: &mut Context, line: &Line) -> Result<(), Abort> {
    if !context.sources.active() {
        context.sources.push_if(false);
        return Ok(());
    }
    program_label(context, line);
    let item = evaluate_one(context, line.operand())?;
    if item.unknown || item.text.is_some() {
        context.report.redo(Reason::If);
        context.report.pass.unresolved_if = true;
        context.sources.push_if(false);
        if let Some(entry) = context.sources.ifs.last_mut() {
            entry.enabled = false;
        }
    } else {
        context.sources.push_if(item.value != 0);
    }
    Ok(())
}

pub(crate) fn ifconst(context: &mut Context, line: &Line) -> Result<(), Abort> {
    let known = is_constant(context, line)?;
    context.sources.push_if(known);
    Ok(())
}

pub(crate) fn ifnconst(context: &mut Context, line: &Line) -> Result<(), Abort> {
    let known = is_constant(context, line)?;
    context.sources.push_if(!known);
    Ok(())
}

/// Returns true if the operand is a known number.
fn is_constant(context: &mut Context, line: &Line) -> Result<bool, Abort> {
    program_label(context, line);
    let item = context.ignoring_unknown_names(|context| evaluate_one(context, line.operand()))?;
    Ok(!item.unknown && item.text.is_none())
}

pub(crate) fn else_(context: &mut Context, line: &Line) -> Result<(), Abort> {
    if block_of_branch(context, "ELSE", line).is_some()
        && let Some(entry) = context.sources.ifs.last_mut()
    {
        entry.holds = !entry.holds;
        entry.taken |= entry.holds;
    }
    Ok(())
}

pub(crate) fn endif(context: &mut Context, line: &Line) -> Result<(), Abort> {
    close_if(context, line);
    Ok(())
}

/// Returns the block that an `ELSE` or `ELIF` belongs to, and sets the line's label to the current
/// address. If there is no block, if its condition is unknown, or if the enclosing block is not
/// being assembled, returns `None` and leaves the label alone.
pub(crate) fn block_of_branch(context: &mut Context, word: &str, line: &Line) -> Option<IfEntry> {
    let Some(entry) = context.sources.ifs.last().copied() else {
        let message = format!("{word} without IF");
        context.warn_at(message, line, line.fields.operation, None);
        return None;
    };
    warn_about_leftover(context, &entry, word, line);
    if !entry.enabled {
        return None;
    }
    program_label(context, line);
    Some(entry)
}

/// Warns if the block that an `ELSE` or `ELIF` belongs to was opened in a different macro, which
/// left it open.
fn warn_about_leftover(context: &mut Context, entry: &IfEntry, word: &str, line: &Line) {
    let frame = context.sources.frames.last().map(|frame| frame.id);
    if !entry.in_macro || (context.sources.in_macro() && frame == Some(entry.frame)) {
        return;
    }
    let message = format!("{word} belongs to a block that a macro has left open with MEXIT");
    let help = "close the block in the macro before MEXIT";
    let site = context.sources.site(entry.place);
    context.warn_at(message, line, line.fields.operation, help);
    context.add_note(site, "opened here");
}

/// Closes the innermost block, unless it was opened outside the current macro or file.
pub(crate) fn close_if(context: &mut Context, line: &Line) {
    let Some(entry) = context.sources.ifs.last().copied() else {
        let help = "remove the ENDIF, or add the IF that it ends";
        context.warn_at("ENDIF without IF", line, line.fields.operation, help);
        return;
    };
    if entry.enabled {
        program_label(context, line);
    }
    let frame = context.sources.frames.last();
    if frame.is_some_and(|frame| frame.id == entry.frame) {
        context.sources.ifs.pop();
    } else {
        context.report.print("too many endif's\n");
        let message = "this ENDIF would close a block of the caller, so it is ignored";
        let help = "MEXIT leaves the blocks of its macro open; close them before the MEXIT";
        context.warn_at(message, line, line.fields.operation, help);
    }
}
