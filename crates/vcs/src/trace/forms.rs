//! Lines of instruction traces as other programs write them.

use super::{
    Step,
    instruction::{hex4, pad, push_bytes, push_flags},
    symbols::register_name,
};
use crate::cpu::flag;
use isa6502::{Access, Class, Mnemonic, Mode};
use std::fmt::{self, Write};

/// The columns of `nestest.log`.
pub(super) fn nestest(line: &mut String, step: &Step) -> fmt::Result {
    let registers = &step.registers;
    hex4(line, registers.pc);
    line.push_str("  ");
    push_bytes(line, step, 9);
    let documented = step
        .instruction
        .opcode()
        .is_some_and(|row| row.class == Class::Documented);
    line.push(if documented { ' ' } else { '*' });
    let start = line.len();
    push_nestest_text(line, step)?;
    let length = line.len() - start;
    pad(line, 32usize.saturating_sub(length).max(1));
    write!(
        line,
        "A:{:02X} X:{:02X} Y:{:02X} P:{:02X} SP:{:02X} PPU:{:3},{:3} CYC:{}",
        registers.a,
        registers.x,
        registers.y,
        registers.p,
        registers.s,
        step.place.scanline,
        step.place.clock,
        step.cycle
    )
}

/// The operand as nestest.log shows it: with pointers, effective address and value.
fn push_nestest_text(line: &mut String, step: &Step) -> fmt::Result {
    let instruction = &step.instruction;
    let Some(row) = instruction.opcode() else {
        return line.write_str("???");
    };
    let name = row.mnemonic.name().to_ascii_uppercase();
    let operand = instruction.operand().unwrap_or_default();
    write!(line, "{name}")?;
    match row.mode {
        Mode::Implied => {}
        Mode::Accumulator => line.push_str(" A"),
        Mode::Immediate => write!(line, " #${operand:02X}")?,
        Mode::Relative => write!(line, " ${operand:04X}")?,
        Mode::ZeroPage => write!(line, " ${operand:02X}")?,
        Mode::ZeroPageX => write!(line, " ${operand:02X},X")?,
        Mode::ZeroPageY => write!(line, " ${operand:02X},Y")?,
        Mode::Absolute => write!(line, " ${operand:04X}")?,
        Mode::AbsoluteX => write!(line, " ${operand:04X},X")?,
        Mode::AbsoluteY => write!(line, " ${operand:04X},Y")?,
        Mode::Indirect => write!(line, " (${operand:04X})")?,
        Mode::IndexedIndirect => write!(line, " (${operand:02X},X)")?,
        Mode::IndirectIndexed => write!(line, " (${operand:02X}),Y")?,
    }
    let Some(address) = step.effective else {
        return Ok(());
    };
    match row.mode {
        Mode::ZeroPage | Mode::Absolute => {}
        Mode::ZeroPageX | Mode::ZeroPageY => write!(line, " @ {address:02X}")?,
        _ => write!(line, " @ {address:04X}")?,
    }
    match step.value {
        Some(value) if step.access() != Access::None => write!(line, " = {value:02X}"),
        _ => Ok(()),
    }
}

/// The lines of MAME's `trace ...,noloop`.
pub(super) fn mame(line: &mut String, step: &Step) {
    hex4(line, step.registers.pc);
    line.push_str(": ");
    let text = step.instruction.to_string();
    line.push_str(&text.replace(',', ", ").replace(".w", ""));
    let mode = step.instruction.opcode().map(|row| row.mode);
    if mode == Some(Mode::Accumulator) {
        line.push_str(" a");
    }
}

/// The lines of Stella's log, as `logBreaks` and `breakIf {1}` make them.
// Tried with Stella 6.7: flag B always shows as set.
pub(super) fn stella(line: &mut String, step: &Step) -> fmt::Result {
    let registers = &step.registers;
    let place = step.place;
    write!(
        line,
        "CBP[00]:  {:5} {:3} {:02} {:3} | ",
        place.frame,
        place.scanline,
        place.clock / 3,
        place.pixel()
    )?;
    push_flags(line, registers.p | flag::B, b"nv-bdizc");
    write!(
        line,
        " {:02x} {:02x} {:02x} {:02x} | {:04x} ",
        registers.a, registers.x, registers.y, registers.s, registers.pc
    )?;
    let bytes = step.instruction.bytes();
    for byte in bytes {
        write!(line, "{byte:02x} ")?;
    }
    pad(line, 9 - 3 * bytes.len());
    push_stella_text(line, step)
}

/// Disassembly as Stella shows it without a symbol file: RAM and ROM by address, registers by name.
fn push_stella_text(line: &mut String, step: &Step) -> fmt::Result {
    let instruction = &step.instruction;
    let Some(row) = instruction.opcode() else {
        return write!(line, ".byte  ${:02x}", instruction.bytes()[0]);
    };
    let name = row.mnemonic.name();
    let Some(operand) = instruction.operand() else {
        return line.write_str(name);
    };
    let jump = matches!(row.mnemonic, Mnemonic::Jmp | Mnemonic::Jsr);
    let wide = match row.mode {
        Mode::Absolute if operand < 0x100 && !jump => ".w",
        Mode::AbsoluteX if operand < 0x100 => ".wx",
        Mode::AbsoluteY if operand < 0x100 => ".wy",
        _ => "",
    };
    line.push_str(name);
    line.push_str(wide);
    pad(line, 7 - name.len() - wide.len());
    let write = step.access() == Access::Write;
    match row.mode {
        Mode::Immediate => write!(line, "#${operand:02x} "),
        Mode::ZeroPageX | Mode::AbsoluteX => write!(line, "{},x", Label(operand, write)),
        Mode::ZeroPageY | Mode::AbsoluteY => write!(line, "{},y", Label(operand, write)),
        Mode::Indirect => write!(line, "({})", Label(operand, write)),
        Mode::IndexedIndirect => write!(line, "({},x)", Label(operand, write)),
        Mode::IndirectIndexed => write!(line, "({}),y", Label(operand, write)),
        _ => write!(line, "{}", Label(operand, write)),
    }
}

/// What Stella calls an address without symbols, and whether it is written.
struct Label(u16, bool);

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Label(address, write) = *self;
        match (address, register_name(address, write)) {
            (0x80..=0xff, _) => write!(f, "ram_{address:02X}"),
            // Mirrors of the TIA's registers to read are told apart.
            (0x10..=0x3f, Some(name)) if !write => write!(f, "{name}|${:02x}", address & 0x30),
            (_, Some(name)) => f.write_str(name),
            (0x1000.., None) => write!(f, "L{address:04x}"),
            (_, None) => write!(f, "${address:04x}"),
        }
    }
}
