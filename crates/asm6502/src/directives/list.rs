//! `LIST` and `TRACE`.

use crate::assembler::{Assembler, Step};
use crate::line::Line;

pub(super) fn list(assembler: &mut Assembler, line: &Line) -> Step {
    assembler.program_label(line);
    assembler.generated = 0;
    let operand = line.operand();
    let is = |word: &str| {
        operand.starts_with(word.as_bytes()) || operand.starts_with(word.to_uppercase().as_bytes())
    };
    let local = |assembler: &mut Assembler, unlisted| {
        if let Some(frame) = assembler.frames.last_mut() {
            frame.unlisted = unlisted;
        }
    };
    if is("of") {
        assembler.listing.on = false;
    } else if is("localof") {
        local(assembler, true);
    } else if is("localon") {
        local(assembler, false);
    } else {
        assembler.listing.on = true;
    }
    Ok(())
}

/// dasm's own debugging aid; its text has no meaning outside of dasm.
pub(super) fn trace(_: &mut Assembler, _: &Line) -> Step {
    Ok(())
}
