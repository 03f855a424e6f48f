//! Descriptions of the instructions, as Markdown.

use isa6502::{Class, Mnemonic, Mode, OPCODES, encode, modes_of};

/// Describes an instruction, with its modes, opcodes and cycles.
pub fn describe(mnemonic: Mnemonic) -> String {
    let mut text = format!("**{}**: {}\n\n", mnemonic.name(), mnemonic.description());
    text.push_str("| operand | opcode | cycles |\n|---|---|---|\n");
    for mode in modes_of(mnemonic) {
        let Some(opcode) = encode(mnemonic, mode) else {
            continue;
        };
        let row = &OPCODES[usize::from(opcode)];
        let penalty = match (mode, row.page_penalty) {
            (Mode::Relative, _) => "/+1 taken/+2 to another page",
            (_, true) => "+1 if the index crosses a page",
            _ => "",
        };
        text.push_str(&format!(
            "| `{}` | ${opcode:02x} | {}{penalty} |\n",
            operand_notation(mode),
            row.cycles
        ));
    }
    text.truncate(text.trim_end().len());
    text
}

/// Returns true if the manufacturer's manual documents at least one mode of the instruction.
pub fn is_documented(mnemonic: Mnemonic) -> bool {
    let documented = |mode| {
        let opcode = encode(mnemonic, mode);
        opcode.is_some_and(|opcode| OPCODES[usize::from(opcode)].class == Class::Documented)
    };
    modes_of(mnemonic).any(documented)
}

/// Returns the notation for an operand in this mode.
fn operand_notation(mode: Mode) -> &'static str {
    match mode {
        Mode::Implied | Mode::Accumulator => " ",
        Mode::Immediate => "#value",
        Mode::ZeroPage => "zp",
        Mode::ZeroPageX => "zp,x",
        Mode::ZeroPageY => "zp,y",
        Mode::Absolute => "address",
        Mode::AbsoluteX => "address,x",
        Mode::AbsoluteY => "address,y",
        Mode::Indirect => "(address)",
        Mode::IndexedIndirect => "(zp,x)",
        Mode::IndirectIndexed => "(zp),y",
        Mode::Relative => "label",
    }
}

/// Returns a one-line description of an instruction, with its cycles.
pub fn summary(mnemonic: Mnemonic) -> String {
    let cycles = modes_of(mnemonic).filter_map(|mode| encode(mnemonic, mode));
    let cycles: Vec<u8> = cycles
        .map(|opcode| OPCODES[usize::from(opcode)].cycles)
        .collect();
    let (min, max) = (cycles.iter().min(), cycles.iter().max());
    let cycles = match (min, max) {
        (Some(min), Some(max)) if min == max => format!("{min} cycles"),
        (Some(min), Some(max)) => format!("{min} to {max} cycles"),
        _ => String::new(),
    };
    let description = mnemonic.description().trim_end_matches('.');
    format!("{description}; {cycles}")
}
