//! The kernel view of a program, with the names and lines of its source.

use crate::program::Program;
use isa6502::Class;
use kernel::{Code, Kernel, KernelError, Source};
use lab::trace;
use std::ops::RangeInclusive;
use vcs::{Machine, Step};

/// Takes the view of lines of the frame that a machine is in, or of all that are left of it.
///
/// # Errors
/// [`KernelError`] if the frame has no such lines.
pub fn kernel_view(
    machine: &Machine,
    lines: Option<RangeInclusive<u16>>,
    program: &Program,
) -> Result<Kernel, KernelError> {
    Kernel::of(machine, lines, &|machine, step| {
        code(program, machine, step)
    })
}

/// Returns an instruction with its names and its line of the source. A comment marks an opcode
/// whose result depends on the chip.
fn code(program: &Program, machine: &Machine, step: &Step) -> Code {
    let span = program.span(machine, step.registers.pc);
    let mut text = trace::text(step, &program.symbols);
    let opcode = step.instruction.opcode();
    if opcode.is_some_and(|opcode| opcode.class == Class::Unstable) {
        text += " ; unstable";
    }
    Code {
        text,
        source: span.map(|span| Source {
            file: program.file(span.outer()).to_owned(),
            line: span.outer().line,
        }),
    }
}
