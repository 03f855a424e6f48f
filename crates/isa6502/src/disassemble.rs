//! Converts bytes to source text.

use std::fmt;

use crate::mode::Mode;
use crate::table::{OPCODES, Opcode, encode};

/// One decoded instruction. `Display` writes it as source text that dasm assembles to the same
/// bytes. If dasm has no source form for the opcode, the text is a `.byte` directive.
#[derive(Debug, Clone, Copy, Eq)]
pub struct Disassembly {
    address: u16,
    bytes: [u8; 3],
    length: u8,
    opcode: Option<&'static Opcode>,
}

impl PartialEq for Disassembly {
    // The first byte determines which row `opcode` refers to, so it is enough to compare whether
    // `opcode` is `Some`.
    fn eq(&self, other: &Disassembly) -> bool {
        (self.address, self.bytes, self.length) == (other.address, other.bytes, other.length)
            && self.opcode.is_some() == other.opcode.is_some()
    }
}

/// Decodes the instruction at `address`. `bytes` is the memory that starts at this address, so the
/// opcode comes first.
///
/// If `bytes` ends in the middle of the instruction, the result is `.byte` with only the first
/// byte; if `bytes` is empty, it is `.byte $00`.
#[inline]
pub fn disassemble(address: u16, bytes: &[u8]) -> Disassembly {
    let row = bytes.first().map(|&opcode| &OPCODES[usize::from(opcode)]);
    let opcode = row.filter(|row| usize::from(row.length()) <= bytes.len());
    let mut copy = [0; 3];
    for (to, from) in copy.iter_mut().zip(bytes) {
        *to = *from;
    }
    Disassembly {
        address,
        bytes: copy,
        length: opcode.map_or(1, Opcode::length),
        opcode,
    }
}

impl Disassembly {
    /// Returns the opcode's row in [`OPCODES`]; `None` if there were too few bytes for the
    /// instruction.
    #[inline]
    pub fn opcode(&self) -> Option<&'static Opcode> {
        self.opcode
    }

    /// Returns the bytes of the instruction, 1 to 3.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length)]
    }

    /// Returns the 8- or 16-bit operand as a number or, for a branch, the address of the branch
    /// target. Returns `None` if the instruction has no operand.
    #[inline]
    pub fn operand(&self) -> Option<u16> {
        let mode = self.opcode?.mode;
        match (mode, mode.operand_bytes()) {
            (Mode::Relative, _) => {
                let distance = i16::from(self.bytes[1] as i8);
                Some(self.address.wrapping_add(2).wrapping_add_signed(distance))
            }
            (_, 2) => Some(u16::from_le_bytes([self.bytes[1], self.bytes[2]])),
            (_, 1) => Some(u16::from(self.bytes[1])),
            _ => None,
        }
    }

    /// Returns the source text. If `name` returns a name for the operand's address, the name
    /// replaces the address.
    pub fn with_names<N, T>(self, name: N) -> impl fmt::Display
    where
        N: Fn(u16) -> Option<T>,
        T: fmt::Display,
    {
        fmt::from_fn(move |f| self.write(f, &name))
    }

    fn write<T: fmt::Display>(
        &self,
        f: &mut fmt::Formatter<'_>,
        name: impl Fn(u16) -> Option<T>,
    ) -> fmt::Result {
        let Some(opcode) = self.opcode.filter(|opcode| opcode.has_source_form) else {
            return self.write_bytes(f);
        };
        f.write_str(opcode.mnemonic.name())?;
        let Some(operand) = self.operand() else {
            return Ok(());
        };
        if needs_wide_suffix(opcode, operand) {
            f.write_str(".w")?;
        }
        let (before, after) = punctuation(opcode.mode);
        write!(f, " {before}")?;
        match name(operand).filter(|_| opcode.mode != Mode::Immediate) {
            Some(name) => write!(f, "{name}")?,
            None => {
                let digits = match opcode.mode {
                    Mode::Relative => 4,
                    mode => 2 * usize::from(mode.operand_bytes()),
                };
                write!(f, "${operand:0digits$x}")?;
            }
        }
        f.write_str(after)
    }

    fn write_bytes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, ".byte ${:02x}", self.bytes[0])?;
        for byte in &self.bytes()[1..] {
            write!(f, ",${byte:02x}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Disassembly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, |_| None::<&str>)
    }
}

/// Returns true if the source text needs the suffix `.w`, because an assembler would otherwise
/// choose the shorter page-zero form.
fn needs_wide_suffix(opcode: &Opcode, operand: u16) -> bool {
    let zero_page_mode = match opcode.mode {
        Mode::Absolute => Mode::ZeroPage,
        Mode::AbsoluteX => Mode::ZeroPageX,
        Mode::AbsoluteY => Mode::ZeroPageY,
        _ => return false,
    };
    operand < 0x100 && encode(opcode.mnemonic, zero_page_mode).is_some()
}

fn punctuation(mode: Mode) -> (&'static str, &'static str) {
    match mode {
        Mode::Immediate => ("#", ""),
        Mode::ZeroPageX | Mode::AbsoluteX => ("", ",x"),
        Mode::ZeroPageY | Mode::AbsoluteY => ("", ",y"),
        Mode::Indirect => ("(", ")"),
        Mode::IndexedIndirect => ("(", ",x)"),
        Mode::IndirectIndexed => ("(", "),y"),
        _ => ("", ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> String {
        disassemble(0xf000, bytes).to_string()
    }

    #[test]
    fn every_mode_has_its_punctuation() {
        assert_eq!(text(&[0xe8]), "inx");
        assert_eq!(text(&[0x0a]), "asl");
        assert_eq!(text(&[0xa9, 0x01]), "lda #$01");
        assert_eq!(text(&[0x85, 0x02]), "sta $02");
        assert_eq!(text(&[0xb5, 0x80]), "lda $80,x");
        assert_eq!(text(&[0xb6, 0x80]), "ldx $80,y");
        assert_eq!(text(&[0x4c, 0x34, 0x12]), "jmp $1234");
        assert_eq!(text(&[0xbd, 0x34, 0x12]), "lda $1234,x");
        assert_eq!(text(&[0x6c, 0xfc, 0xff]), "jmp ($fffc)");
        assert_eq!(text(&[0xa1, 0x80]), "lda ($80,x)");
        assert_eq!(text(&[0xb1, 0x80]), "lda ($80),y");
        assert_eq!(text(&[0xd0, 0xfe]), "bne $f000");
    }

    #[test]
    fn an_absolute_page_zero_address_has_a_suffix_only_if_a_zero_page_form_exists() {
        assert_eq!(text(&[0xad, 0x80, 0x00]), "lda.w $0080");
        assert_eq!(text(&[0xb9, 0x80, 0x00]), "lda $0080,y");
        assert_eq!(text(&[0x20, 0x80, 0x00]), "jsr $0080");
    }

    #[test]
    fn opcodes_without_a_source_form_become_bytes() {
        assert_eq!(text(&[0x02]), ".byte $02");
        assert_eq!(text(&[0xeb, 0x10]), ".byte $eb,$10");
        assert_eq!(text(&[0xad, 0x80]), ".byte $ad");
        assert_eq!(text(&[]), ".byte $00");
    }

    #[test]
    fn names_replace_addresses_but_not_constants() {
        let name = |address| (address == 2).then_some("WSYNC");
        let named = |bytes| disassemble(0xf000, bytes).with_names(name).to_string();
        assert_eq!(named(&[0x85, 0x02]), "sta WSYNC");
        assert_eq!(named(&[0xa9, 0x02]), "lda #$02");
    }

    #[test]
    fn branches_wrap_around_memory() {
        assert_eq!(disassemble(0xfffe, &[0xd0, 0x10]).operand(), Some(0x0010));
    }
}
