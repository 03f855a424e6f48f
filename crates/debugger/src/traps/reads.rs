//! Finds the bytes of RAM that an instruction really uses. The bus shows more reads than these,
//! because some instructions, such as indexed ones, make dummy reads and ignore the results.

use isa6502::{Access, Mnemonic, Mode};
use vcs::{Step, address::Device};

/// Returns the addresses of the bytes that an instruction uses, `$80..=$FF`.
pub(super) fn ram_reads(step: &Step) -> Vec<u16> {
    let Some(opcode) = step.instruction.opcode() else {
        return Vec::new();
    };
    let mut reads = Vec::new();
    let mut read = |address: u16| {
        if Device::at(address & 0x1fff) == Device::Ram {
            reads.push(0x80 | address & 0x7f);
        }
    };
    let registers = &step.registers;
    let operand = step.instruction.operand().unwrap_or_default();
    let pointer = match opcode.mode {
        Mode::IndirectIndexed => Some(operand),
        Mode::IndexedIndirect => Some(operand + u16::from(registers.x)),
        _ => None,
    };
    for byte in pointer.into_iter().flat_map(|low| [low, low + 1]) {
        read(byte & 0xff);
    }
    if opcode.mode == Mode::Indirect {
        read(operand);
        read(operand & 0xff00 | operand.wrapping_add(1) & 0xff);
    }
    // A NOP ignores the byte that it reads.
    let uses_operand = matches!(step.access(), Access::Read | Access::Modify);
    if let Some(address) = step.effective
        && uses_operand
        && opcode.mnemonic != Mnemonic::Nop
    {
        read(address);
    }
    let pulled = match opcode.mnemonic {
        Mnemonic::Pla | Mnemonic::Plp => 1,
        Mnemonic::Rts => 2,
        Mnemonic::Rti => 3,
        _ => 0,
    };
    for byte in 1..=pulled {
        read(0x100 | u16::from(registers.s.wrapping_add(byte)));
    }
    reads
}
