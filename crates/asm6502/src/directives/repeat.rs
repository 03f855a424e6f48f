//! `REPEAT` and `REPEND`.

use crate::context::Context;
use crate::directives::conditional::close_if;
use crate::error::{Abort, ErrorCode};
use crate::expression::machine::evaluate_one;
use crate::labels::program_label;
use crate::report::pass::Reason;
use crate::sources::blocks::RepeatEntry;
use crate::sources::line::Line;

pub(crate) fn repeat(context: &mut Context, line: &Line) -> Result<(), Abort> {
    if !context.sources.active() {
        context.sources.push_repeat_block(false);
        return Ok(());
    }
    program_label(context, line);
    let item = evaluate_one(context, line.operand())?;
    let mut rounds = item.value;
    if rounds <= 0 {
        context.sources.push_repeat_block(false);
        if rounds < 0 {
            report_negative_count(context, item.unknown, line);
        }
        return Ok(());
    }
    // Like dasm, treat a string as an unknown count.
    if item.unknown || item.text.is_some() {
        context.report.redo(Reason::Repeat);
        rounds = 1;
    }
    if let Some(frame) = context.sources.frames.last() {
        context.sources.repeats.push(RepeatEntry {
            frame: frame.id,
            line: frame.line,
            rounds_left: rounds,
        });
    }
    context.sources.push_repeat_block(true);
    Ok(())
}

/// Reports that a block is skipped because its count is negative. Does not ask for another pass,
/// even if the count might become positive once a symbol in it is known.
fn report_negative_count(context: &mut Context, unknown: bool, line: &Line) {
    context.error_at(ErrorCode::NegativeRepeat, "", line.operand(), 0);
    if unknown {
        let message = "the count of this REPEAT is negative in the first pass, as a symbol in it \
                       is defined further down; the block is left out";
        context.explain(message, "define the symbol before the REPEAT");
    }
}

pub(crate) fn repend(context: &mut Context, line: &Line) -> Result<(), Abort> {
    if !context.sources.active() {
        close_if(context, line);
        return Ok(());
    }
    let sources = &mut context.sources;
    match (sources.repeats.last_mut(), sources.frames.last_mut()) {
        (Some(entry), Some(frame)) if entry.frame == frame.id => {
            entry.rounds_left -= 1;
            if entry.rounds_left > 0 {
                frame.line = entry.line;
            } else {
                context.sources.repeats.pop();
                close_if(context, line);
            }
        }
        _ => {
            context.report.print("no repeat\n");
            let help = "REPEND can only close a REPEAT in the same file or macro call";
            let message = "REPEND without REPEAT";
            context.warn_at(message, line, line.fields.operation, help);
        }
    }
    Ok(())
}
