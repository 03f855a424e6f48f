//! `PROCESSOR`.

use crate::assembler::{Assembler, Step};
use crate::diagnostic::Code;
use crate::line::Line;
use crate::text::lossy;

pub(super) fn processor(assembler: &mut Assembler, line: &Line) -> Step {
    if line.operand() != b"6502" {
        let known = matches!(
            line.operand(),
            b"68HC11"
                | b"68hc11"
                | b"68705"
                | b"6803"
                | b"HD6303"
                | b"hd6303"
                | b"F8"
                | b"f8"
                | b"68908"
                | b"68hc908"
        );
        let code = if known && assembler.processor_chosen {
            Code::SecondProcessor
        } else {
            Code::Processor
        };
        return assembler.abort(code, lossy(line.operand()));
    }
    if !assembler.processor_chosen {
        assembler.processor_chosen = true;
        assembler.operations.add_instructions();
    }
    Ok(())
}
