//! Finds the subroutine calls in progress by searching the stack.

use crate::program::Program;
use vcs::Machine;

/// A call in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    /// Address of the JSR.
    pub site: u16,
    /// Offset of the JSR in the image; `None` if the offset is not known.
    pub offset: Option<usize>,
    /// Address that the subroutine returns to.
    pub return_to: u16,
    /// The stack pointer before the call.
    pub stack: u8,
}

/// The opcode of JSR.
const JSR: u8 = 0x20;
/// The lowest stack pointer for which a push writes to RAM; below it, a push writes to the TIA.
pub(crate) const LOWEST_STACK: u8 = 0x80;

/// Returns the calls in progress, the innermost first.
///
/// Searches the stack upward from S. Two bytes count as a return address if they point just past a
/// JSR; other pushed bytes are skipped. If S does not point into RAM because a kernel is using it
/// as a data register, no calls are found.
pub fn calls(machine: &Machine, program: &Program) -> Vec<Call> {
    let s = machine.cpu().registers().s;
    if s < LOWEST_STACK - 1 {
        return Vec::new();
    }
    let ram = machine.ram();
    let mut calls = Vec::new();
    let mut at = usize::from(s) + 1 - 0x80;
    while at + 1 < ram.len() {
        let return_to = u16::from_le_bytes([ram[at], ram[at + 1]]).wrapping_add(1);
        match call_before(machine, program, return_to) {
            Some((site, offset)) => {
                calls.push(Call {
                    site,
                    offset,
                    return_to,
                    stack: (at + 1 + 0x80) as u8,
                });
                at += 2;
            }
            None => at += 1,
        }
    }
    calls
}

/// Returns the address of the JSR before a return address, and its offset in the image. The JSR may
/// be in the visible bank or in another bank. Returns `None` if there is no JSR.
fn call_before(
    machine: &Machine,
    program: &Program,
    return_to: u16,
) -> Option<(u16, Option<usize>)> {
    let site = return_to.wrapping_sub(3);
    let offset = (machine.peek(site) == JSR).then(|| program.offset(machine, site));
    if site & 0x1000 == 0 {
        // In RAM, only bytes that were copied from the image are taken for code.
        return Some((site, offset??)).map(|(site, offset)| (site, Some(offset)));
    }
    if let Some(offset) = offset {
        return Some((site, offset));
    }
    let image = machine.cartridge().image();
    let is_call = |offset: usize| image.get(offset) == Some(&JSR);
    let span = program.spans().iter().find(|span| {
        let distance = usize::from(site.wrapping_sub(span.address));
        distance < span.length && is_call(span.offset + distance)
    })?;
    let distance = usize::from(site.wrapping_sub(span.address));
    Some((site, Some(span.offset + distance)))
}
