//! Checks, before the program runs, that its code does not need Thumb-2.

use super::{
    ElfError,
    file::{self, CODE, FUNCTION, File, Section, Symbol},
};

/// The numbers in `.ARM.attributes` of the architectures with Thumb-2: ARMv6T2, ARMv7, ARMv7E-M,
/// and all numbers from 14 up. The numbers 11 and 12 stand for ARMv6-M, which is allowed.
// Addenda to the ABI for the Arm Architecture (IHI 0045), Tag_CPU_arch.
const THUMB2_ARCHITECTURES: [(u8, &str); 3] = [(8, "ARMv6T2"), (10, "ARMv7"), (13, "ARMv7E-M")];
const FIRST_LATER_ARCHITECTURE: u8 = 14;
/// The tag of the processor architecture.
const CPU_ARCHITECTURE: u8 = 6;
/// Tags whose value is a string.
const STRING_TAGS: [u8; 3] = [4, 5, 67];
/// Maximum number of bytes to check in a function.
const MAX_CHECKED_BYTES: usize = 4096;

pub(super) fn check(file: &File<'_>) -> Result<(), ElfError> {
    for section in &file.sections {
        if section.kind == file::ATTRIBUTES
            && let Some(architecture) = architecture(file.content(section)?)
        {
            let name = THUMB2_ARCHITECTURES
                .iter()
                .find(|(number, _)| *number == architecture);
            if let Some((_, name)) = name {
                return Err(ElfError::Thumb2(format!("it is built for {name}")));
            }
            if architecture >= FIRST_LATER_ARCHITECTURE {
                return Err(ElfError::Thumb2("it is built for ARMv8".to_owned()));
            }
        }
    }
    for symbol in &file.symbols {
        check_function(file, symbol)?;
    }
    Ok(())
}

/// Checks a function up to its first unconditional branch; the bytes after that may be literals.
fn check_function(file: &File<'_>, symbol: &Symbol<'_>) -> Result<(), ElfError> {
    let section = file.sections.get(usize::from(symbol.section));
    let is_code = |section: &&Section| section.is_loaded() && section.flags & CODE != 0;
    let Some(section) = section.filter(is_code) else {
        return Ok(());
    };
    if symbol.kind != FUNCTION || section.kind != file::PROGBITS {
        return Ok(());
    }
    let code = file.content(section)?;
    let start = (symbol.value & !1) as usize;
    let mut at = start;
    let code = &code[..code.len().min(start.saturating_add(MAX_CHECKED_BYTES))];
    while let Ok(opcode) = file::half(code, at) {
        let second = file::half(code, at + 2).unwrap_or(0);
        match opcode {
            0xe800.. if !is_v6m(opcode, second) => {
                let name = &symbol.name;
                let offset = at - start;
                let what = format!("opcode {opcode:04x} {second:04x} at {name}+{offset:#x}");
                return Err(ElfError::Thumb2(what));
            }
            0xe800.. => at += 4,
            // B, BX, POP with PC, MOV to PC.
            0xe000..=0xe7ff | 0x4700..=0x477f | 0xbd00..=0xbdff => return Ok(()),
            _ if opcode & 0xff87 == 0x4687 => return Ok(()),
            _ => at += 2,
        }
    }
    Ok(())
}

/// Returns true if the halfwords are one of ARMv6-M's 32-bit instructions: BL, a barrier, MRS or
/// MSR.
// DDI 0419, A5.3.
fn is_v6m(first: u16, second: u16) -> bool {
    let is_call = first & 0xf800 == 0xf000 && second & 0xd000 == 0xd000;
    let is_system = second & 0xd000 == 0x8000 && matches!(first, 0xf380..=0xf3ff);
    is_call || is_system
}

/// Returns the processor architecture given by the file-level attributes.
// IHI 0045, 2.2: format 'A', then for each vendor a length, a name, and subsections. Each
// subsection has a tag, a length, and pairs of numbers.
fn architecture(section: &[u8]) -> Option<u8> {
    let rest = section.strip_prefix(b"A")?;
    let rest = rest.get(4..)?.strip_prefix(b"aeabi\0")?;
    let (tag, rest) = rest.split_first()?;
    let mut pairs = rest.get(4..)?;
    if *tag != 1 {
        return None;
    }
    loop {
        let (tag, rest) = pairs.split_first()?;
        let length = if STRING_TAGS.contains(tag) {
            rest.iter().position(|byte| *byte == 0)?
        } else {
            rest.iter().position(|byte| byte & 0x80 == 0)?
        };
        if *tag == CPU_ARCHITECTURE {
            return rest.first().copied();
        }
        pairs = rest.get(length + 1..)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_name_the_architecture() {
        let attributes = |architecture: u8| {
            let pairs = [5, b'6', b'S', b'-', b'M', 0, 6, architecture, 8, 1];
            let mut section = b"A\x1a\0\0\0aeabi\0\x01\x0f\0\0\0".to_vec();
            section.extend(pairs);
            section
        };
        assert_eq!(architecture(&attributes(12)), Some(12));
        assert_eq!(architecture(&attributes(13)), Some(13));
        for end in 0..attributes(13).len() - 3 {
            assert_eq!(architecture(&attributes(13)[..end]), None);
        }
    }
}
