//! `REPEAT` and `REPEND`.

use crate::assembler::{Assembler, Step};
use crate::diagnostic::Code;
use crate::expression::Item;
use crate::input::Bookmark;
use crate::line::Line;
use crate::passes::Reason;

/// An open loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RepeatEntry {
    /// Behind the line of `REPEAT`.
    pub mark: Bookmark,
    pub rounds_left: i64,
}

pub(super) fn repeat(assembler: &mut Assembler, line: &Line) -> Step {
    if !assembler.active() {
        assembler.push_repeat_block(false);
        return Ok(());
    }
    assembler.program_label(line);
    let mut item = Item::default();
    assembler.evaluate_operand(line, &mut item)?;
    let mut rounds = item.value;
    if rounds == 0 {
        assembler.push_repeat_block(false);
        return Ok(());
    }
    // To dasm a string is as good as unknown.
    if item.unknown || item.text.is_some() {
        assembler.redo(Reason::Repeat);
        rounds = 1;
    }
    if rounds < 0 {
        assembler.push_repeat_block(false);
        assembler.error_at(Code::NegativeRepeat, "", line.operand(), 0);
        return Ok(());
    }
    if let Some(mark) = assembler.bookmark() {
        assembler.repeats.push(RepeatEntry {
            mark,
            rounds_left: rounds,
        });
    }
    assembler.push_repeat_block(true);
    Ok(())
}

pub(super) fn repend(assembler: &mut Assembler, line: &Line) -> Step {
    if !assembler.active() {
        assembler.close_if(line);
        return Ok(());
    }
    let frame = assembler.frames.last().map(|frame| frame.id);
    match assembler.repeats.last_mut() {
        Some(entry) if Some(entry.mark.frame) == frame => {
            entry.rounds_left -= 1;
            if entry.rounds_left > 0 {
                let mark = entry.mark;
                assembler.go_back(mark);
            } else {
                assembler.repeats.pop();
                assembler.close_if(line);
            }
        }
        _ => {
            assembler.say("no repeat\n");
            let help = "REPEND closes a REPEAT of the same file or macro call";
            let message = "REPEND without REPEAT".to_owned();
            assembler.warn_at(message, line, line.fields.operation.start(), Some(help));
        }
    }
    Ok(())
}
