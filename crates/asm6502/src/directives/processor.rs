//! `PROCESSOR`.

use crate::context::Context;
use crate::error::{Abort, ErrorCode};
use crate::sources::line::Line;
use crate::text::lossy;

/// The processors other than the 6502 that dasm supports.
#[rustfmt::skip]
const OTHER_PROCESSORS: [&[u8]; 10] = [
    b"68HC11", b"68hc11", b"68705", b"6803", b"HD6303", b"hd6303", b"F8", b"f8", b"68908",
    b"68hc908",
];

/// Executes `PROCESSOR 6502`: makes the instructions available.
pub(crate) fn processor(context: &mut Context, line: &Line) -> Result<(), Abort> {
    if line.operand() != b"6502" {
        let known = OTHER_PROCESSORS.contains(&line.operand());
        let code = if known && context.names.processor_chosen {
            ErrorCode::SecondProcessor
        } else {
            ErrorCode::Processor
        };
        return context.abort(code, lossy(line.operand()));
    }
    if !context.names.processor_chosen {
        context.names.processor_chosen = true;
        context.names.operations.add_instructions();
    }
    Ok(())
}
