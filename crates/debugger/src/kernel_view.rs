//! The kernel view, which lists the instructions in each scanline with their cycles. This module
//! adds names and source lines from the program.

use crate::program::Program;
use isa6502::Class;
use kernel::{Code, Kernel, KernelError, Source};
use lab::trace;
use std::ops::RangeInclusive;
use vcs::{Machine, Step};

/// Returns the kernel view of the scanlines `lines` of the current frame, or of all remaining
/// scanlines of the frame if `lines` is `None`.
///
/// # Errors
/// [`KernelError`] if the frame does not have these scanlines.
pub fn kernel_view(
    machine: &Machine,
    lines: Option<RangeInclusive<u16>>,
    program: &Program,
) -> Result<Kernel, KernelError> {
    Kernel::of(machine, lines, &|machine, step| {
        code(program, machine, step)
    })
}

/// Returns an instruction as text with names, and its source line. If the opcode's result varies
/// from chip to chip, a comment in the text notes it.
fn code(program: &Program, machine: &Machine, step: &Step) -> Code {
    let span = program.span(machine, step.registers.pc);
    let mut text = trace::instruction_text(step, &program.symbols);
    let opcode = step.instruction.opcode();
    if opcode.is_some_and(|opcode| opcode.class == Class::Unstable) {
        text += " ; unstable";
    }
    Code {
        text,
        source: span.map(|span| Source {
            file: program.file(span.outer_line()).to_owned(),
            line: span.outer_line().line,
        }),
    }
}
