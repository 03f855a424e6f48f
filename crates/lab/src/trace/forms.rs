//! Lines of instruction traces in the formats of other programs.

use super::symbols::register_name;
use isa6502::{Access, Class, Mnemonic, Mode};
use std::fmt;
use vcs::Step;
use vcs::cpu::flag;

/// Returns a line in the format of `nestest.log`.
pub(super) fn nestest(step: &Step) -> String {
    let registers = &step.registers;
    let documented = step
        .instruction
        .opcode()
        .is_some_and(|row| row.class == Class::Documented);
    format!(
        "{:04X}  {:9}{}{:31} A:{:02X} X:{:02X} Y:{:02X} P:{:02X} SP:{:02X} PPU:{:3},{:3} CYC:{}",
        registers.pc,
        bytes(step).to_ascii_uppercase(),
        if documented { ' ' } else { '*' },
        nestest_text(step),
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

/// Returns an instruction's bytes in lowercase hexadecimal, separated by spaces.
fn bytes(step: &Step) -> String {
    let bytes = step.instruction.bytes().iter();
    let bytes: Vec<String> = bytes.map(|byte| format!("{byte:02x}")).collect();
    bytes.join(" ")
}

/// Returns the mnemonic and operand as in `nestest.log`, with the effective address and the value
/// there.
fn nestest_text(step: &Step) -> String {
    let instruction = &step.instruction;
    let Some(row) = instruction.opcode() else {
        return "???".into();
    };
    let operand = instruction.operand().unwrap_or_default();
    let mut text = row.mnemonic.name().to_ascii_uppercase();
    text.push_str(&match row.mode {
        Mode::Implied => String::new(),
        Mode::Accumulator => " A".into(),
        Mode::Immediate => format!(" #${operand:02X}"),
        Mode::Relative | Mode::Absolute => format!(" ${operand:04X}"),
        Mode::ZeroPage => format!(" ${operand:02X}"),
        Mode::ZeroPageX => format!(" ${operand:02X},X"),
        Mode::ZeroPageY => format!(" ${operand:02X},Y"),
        Mode::AbsoluteX => format!(" ${operand:04X},X"),
        Mode::AbsoluteY => format!(" ${operand:04X},Y"),
        Mode::Indirect => format!(" (${operand:04X})"),
        Mode::IndexedIndirect => format!(" (${operand:02X},X)"),
        Mode::IndirectIndexed => format!(" (${operand:02X}),Y"),
    });
    let Some(address) = step.effective else {
        return text;
    };
    match row.mode {
        Mode::ZeroPage | Mode::Absolute => {}
        Mode::ZeroPageX | Mode::ZeroPageY => text.push_str(&format!(" @ {address:02X}")),
        _ => text.push_str(&format!(" @ {address:04X}")),
    }
    if let Some(value) = step.value.filter(|_| step.access() != Access::None) {
        text.push_str(&format!(" = {value:02X}"));
    }
    text
}

/// Returns a line in the format of MAME's command `trace ...,noloop`.
pub(super) fn mame(step: &Step) -> String {
    let text = step.instruction.to_string();
    let text = text.replace(',', ", ").replace(".w", "");
    let mode = step.instruction.opcode().map(|row| row.mode);
    let operand = match mode {
        Some(Mode::Accumulator) => " a",
        _ => "",
    };
    format!("{:04X}: {text}{operand}", step.registers.pc)
}

/// Returns the first part of a line in Stella's log (`logBreaks`, `breakIf {1}`): everything before
/// the instruction's bytes.
// Stella 6.7 always shows flag B as set.
pub(super) fn stella_prefix(step: &Step) -> String {
    let place = step.place;
    let registers = &step.registers;
    let letters = [
        (flag::N, 'n'),
        (flag::V, 'v'),
        (0, '-'),
        (flag::B, 'b'),
        (flag::D, 'd'),
        (flag::I, 'i'),
        (flag::Z, 'z'),
        (flag::C, 'c'),
    ];
    let flags = letters.map(|(bit, letter)| match (registers.p | flag::B) & bit {
        0 => letter,
        _ => letter.to_ascii_uppercase(),
    });
    format!(
        "CBP[00]:  {:5} {:3} {:02} {:3} | {} {:02x} {:02x} {:02x} {:02x} | {:04x} ",
        place.frame,
        place.scanline,
        place.clock / 3,
        place.pixel(),
        String::from_iter(flags),
        registers.a,
        registers.x,
        registers.y,
        registers.s,
        registers.pc
    )
}

/// Returns the last part of a line in Stella's log: the instruction's bytes and its disassembly. As
/// in Stella without a symbol file, addresses in RAM and ROM have generated labels, and registers
/// have names.
pub(super) fn stella_text(step: &Step) -> String {
    let instruction = &step.instruction;
    let mut text = format!("{:9}", bytes(step));
    let Some(row) = instruction.opcode() else {
        text.push_str(&format!(".byte  ${:02x}", instruction.bytes()[0]));
        return text;
    };
    let name = row.mnemonic.name();
    let Some(operand) = instruction.operand() else {
        text.push_str(name);
        return text;
    };
    let is_jump = matches!(row.mnemonic, Mnemonic::Jmp | Mnemonic::Jsr);
    let size_suffix = match row.mode {
        Mode::Absolute if operand < 0x100 && !is_jump => ".w",
        Mode::AbsoluteX if operand < 0x100 => ".wx",
        Mode::AbsoluteY if operand < 0x100 => ".wy",
        _ => "",
    };
    let label = Label(operand, step.access() == Access::Write);
    let operand = match row.mode {
        Mode::Immediate => format!("#${operand:02x} "),
        Mode::ZeroPageX | Mode::AbsoluteX => format!("{label},x"),
        Mode::ZeroPageY | Mode::AbsoluteY => format!("{label},y"),
        Mode::Indirect => format!("({label})"),
        Mode::IndexedIndirect => format!("({label},x)"),
        Mode::IndirectIndexed => format!("({label}),y"),
        _ => label.to_string(),
    };
    let name = format!("{name}{size_suffix}");
    text + &format!("{name:7}{operand}")
}

/// An address as Stella shows it without a symbol file. The second field is true for a write.
struct Label(u16, bool);

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Label(address, write) = *self;
        match (address, register_name(address, write)) {
            (0x80..=0xff, _) => write!(f, "ram_{address:02X}"),
            // Stella appends the offset of the mirror to the names of the TIA's read registers, for
            // example `|$30`.
            (0x10..=0x3f, Some(name)) if !write => write!(f, "{name}|${:02x}", address & 0x30),
            (_, Some(name)) => f.write_str(name),
            (0x1000.., None) => write!(f, "L{address:04x}"),
            (_, None) => write!(f, "${address:04x}"),
        }
    }
}
