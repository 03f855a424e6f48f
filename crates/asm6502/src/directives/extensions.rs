//! Directives that dasm lacks; known with `--extensions` only.

use crate::assembler::{Assembler, Step};
use crate::diagnostic::Code;
use crate::expression::{Context, Item};
use crate::line::Line;
use crate::passes::Reason;
use crate::text::lossy;

/// `ELIF value`.
pub(super) fn elif(assembler: &mut Assembler, line: &Line) -> Step {
    let Some(entry) = assembler.block_to_turn("ELIF", line) else {
        return Ok(());
    };
    let mut holds = false;
    let mut counts = true;
    if !entry.taken {
        let mut item = Item::default();
        assembler.evaluate_operand(line, &mut item)?;
        counts = !item.unknown && item.text.is_none();
        holds = counts && item.value != 0;
        if !counts {
            assembler.redo(Reason::If);
        }
    }
    if let Some(entry) = assembler.ifs.last_mut() {
        entry.holds = holds;
        entry.counts = counts;
        entry.taken |= holds;
    }
    Ok(())
}

/// `ASSERT value[,text]`: counts in the last pass only, as all errors but aborts do.
pub(super) fn assert(assembler: &mut Assembler, line: &Line) -> Step {
    assembler.program_label(line);
    let items = assembler.evaluate(line.operand(), Context::Data)?;
    if items[0].unknown {
        assembler.redo(Reason::If);
    } else if items[0].value == 0 {
        let text = items.get(1).and_then(|item| item.text.as_deref());
        let detail = text.map_or_else(|| lossy(line.operand()), lossy);
        assembler.error_at(Code::Assertion, detail, line.operand(), 0);
    }
    Ok(())
}
