//! The table of the 256 opcodes, and its inverse, which maps a mnemonic and a mode to an opcode.

use crate::mnemonic::Mnemonic;
use crate::mode::Mode;
use Mnemonic::*;
use Mode::*;

/// The class of an opcode: documented, undocumented, unstable, or jamming.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Class {
    /// One of the 151 opcodes in the manufacturer's manual.
    Documented,
    /// Not in the manual, but the same on every NMOS chip.
    Undocumented,
    /// The result depends on the individual chip, its temperature or the other chips on the bus.
    Unstable,
    /// Stops the processor until reset.
    Jam,
}

/// One row of the instruction set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Opcode {
    /// The name of the instruction.
    pub mnemonic: Mnemonic,
    /// The addressing mode.
    pub mode: Mode,
    /// The base number of cycles: no page boundary is crossed, and a branch is not taken. Opcodes
    /// that jam the processor never finish; their rows contain 2.
    pub cycles: u8,
    /// True if the instruction takes one more cycle when adding the index carries into the
    /// address's high byte. Also true for branches: a branch takes one more cycle if taken, and
    /// another one if its target is on another page.
    pub page_penalty: bool,
    /// The class of the opcode.
    pub class: Class,
    /// True if dasm has a source form for exactly this opcode. Any other opcode either jams the
    /// processor or does the same as an opcode for which dasm has a source form.
    pub has_source_form: bool,
}

impl Opcode {
    /// Returns the number of bytes of the whole instruction, 1..=3.
    pub const fn length(&self) -> u8 {
        1 + self.mode.operand_bytes()
    }

    const fn page_penalty(mut self) -> Opcode {
        self.page_penalty = true;
        self
    }
}

const fn row(mnemonic: Mnemonic, mode: Mode, cycles: u8, class: Class) -> Opcode {
    Opcode {
        mnemonic,
        mode,
        cycles,
        page_penalty: false,
        class,
        has_source_form: true,
    }
}

const fn documented(mnemonic: Mnemonic, mode: Mode, cycles: u8) -> Opcode {
    row(mnemonic, mode, cycles, Class::Documented)
}

const fn undocumented(mnemonic: Mnemonic, mode: Mode, cycles: u8) -> Opcode {
    row(mnemonic, mode, cycles, Class::Undocumented)
}

const fn unstable(mnemonic: Mnemonic, mode: Mode, cycles: u8) -> Opcode {
    row(mnemonic, mode, cycles, Class::Unstable)
}

const fn duplicate(mnemonic: Mnemonic, mode: Mode, cycles: u8) -> Opcode {
    let mut opcode = row(mnemonic, mode, cycles, Class::Undocumented);
    opcode.has_source_form = false;
    opcode
}

const fn jam() -> Opcode {
    let mut opcode = row(Jam, Implied, 2, Class::Jam);
    opcode.has_source_form = false;
    opcode
}

/// The instruction set: row n is opcode n.
// The operations, modes and cycles were measured on the netlist of the NMOS 6502. Trials with dasm
// 2.20 showed which opcodes it has no source form for.
#[rustfmt::skip]
pub const OPCODES: [Opcode; 256] = [
    /* 00 */ documented(Brk, Implied, 7),
    /* 01 */ documented(Ora, IndexedIndirect, 6),
    /* 02 */ jam(),
    /* 03 */ undocumented(Slo, IndexedIndirect, 8),
    /* 04 */ undocumented(Nop, ZeroPage, 3),
    /* 05 */ documented(Ora, ZeroPage, 3),
    /* 06 */ documented(Asl, ZeroPage, 5),
    /* 07 */ undocumented(Slo, ZeroPage, 5),
    /* 08 */ documented(Php, Implied, 3),
    /* 09 */ documented(Ora, Immediate, 2),
    /* 0A */ documented(Asl, Accumulator, 2),
    /* 0B */ undocumented(Anc, Immediate, 2),
    /* 0C */ undocumented(Nop, Absolute, 4),
    /* 0D */ documented(Ora, Absolute, 4),
    /* 0E */ documented(Asl, Absolute, 6),
    /* 0F */ undocumented(Slo, Absolute, 6),
    /* 10 */ documented(Bpl, Relative, 2).page_penalty(),
    /* 11 */ documented(Ora, IndirectIndexed, 5).page_penalty(),
    /* 12 */ jam(),
    /* 13 */ undocumented(Slo, IndirectIndexed, 8),
    /* 14 */ undocumented(Nop, ZeroPageX, 4),
    /* 15 */ documented(Ora, ZeroPageX, 4),
    /* 16 */ documented(Asl, ZeroPageX, 6),
    /* 17 */ undocumented(Slo, ZeroPageX, 6),
    /* 18 */ documented(Clc, Implied, 2),
    /* 19 */ documented(Ora, AbsoluteY, 4).page_penalty(),
    /* 1A */ duplicate(Nop, Implied, 2),
    /* 1B */ undocumented(Slo, AbsoluteY, 7),
    /* 1C */ undocumented(Nop, AbsoluteX, 4).page_penalty(),
    /* 1D */ documented(Ora, AbsoluteX, 4).page_penalty(),
    /* 1E */ documented(Asl, AbsoluteX, 7),
    /* 1F */ undocumented(Slo, AbsoluteX, 7),
    /* 20 */ documented(Jsr, Absolute, 6),
    /* 21 */ documented(And, IndexedIndirect, 6),
    /* 22 */ jam(),
    /* 23 */ undocumented(Rla, IndexedIndirect, 8),
    /* 24 */ documented(Bit, ZeroPage, 3),
    /* 25 */ documented(And, ZeroPage, 3),
    /* 26 */ documented(Rol, ZeroPage, 5),
    /* 27 */ undocumented(Rla, ZeroPage, 5),
    /* 28 */ documented(Plp, Implied, 4),
    /* 29 */ documented(And, Immediate, 2),
    /* 2A */ documented(Rol, Accumulator, 2),
    /* 2B */ duplicate(Anc, Immediate, 2),
    /* 2C */ documented(Bit, Absolute, 4),
    /* 2D */ documented(And, Absolute, 4),
    /* 2E */ documented(Rol, Absolute, 6),
    /* 2F */ undocumented(Rla, Absolute, 6),
    /* 30 */ documented(Bmi, Relative, 2).page_penalty(),
    /* 31 */ documented(And, IndirectIndexed, 5).page_penalty(),
    /* 32 */ jam(),
    /* 33 */ undocumented(Rla, IndirectIndexed, 8),
    /* 34 */ duplicate(Nop, ZeroPageX, 4),
    /* 35 */ documented(And, ZeroPageX, 4),
    /* 36 */ documented(Rol, ZeroPageX, 6),
    /* 37 */ undocumented(Rla, ZeroPageX, 6),
    /* 38 */ documented(Sec, Implied, 2),
    /* 39 */ documented(And, AbsoluteY, 4).page_penalty(),
    /* 3A */ duplicate(Nop, Implied, 2),
    /* 3B */ undocumented(Rla, AbsoluteY, 7),
    /* 3C */ duplicate(Nop, AbsoluteX, 4).page_penalty(),
    /* 3D */ documented(And, AbsoluteX, 4).page_penalty(),
    /* 3E */ documented(Rol, AbsoluteX, 7),
    /* 3F */ undocumented(Rla, AbsoluteX, 7),
    /* 40 */ documented(Rti, Implied, 6),
    /* 41 */ documented(Eor, IndexedIndirect, 6),
    /* 42 */ jam(),
    /* 43 */ undocumented(Sre, IndexedIndirect, 8),
    /* 44 */ duplicate(Nop, ZeroPage, 3),
    /* 45 */ documented(Eor, ZeroPage, 3),
    /* 46 */ documented(Lsr, ZeroPage, 5),
    /* 47 */ undocumented(Sre, ZeroPage, 5),
    /* 48 */ documented(Pha, Implied, 3),
    /* 49 */ documented(Eor, Immediate, 2),
    /* 4A */ documented(Lsr, Accumulator, 2),
    /* 4B */ undocumented(Asr, Immediate, 2),
    /* 4C */ documented(Jmp, Absolute, 3),
    /* 4D */ documented(Eor, Absolute, 4),
    /* 4E */ documented(Lsr, Absolute, 6),
    /* 4F */ undocumented(Sre, Absolute, 6),
    /* 50 */ documented(Bvc, Relative, 2).page_penalty(),
    /* 51 */ documented(Eor, IndirectIndexed, 5).page_penalty(),
    /* 52 */ jam(),
    /* 53 */ undocumented(Sre, IndirectIndexed, 8),
    /* 54 */ duplicate(Nop, ZeroPageX, 4),
    /* 55 */ documented(Eor, ZeroPageX, 4),
    /* 56 */ documented(Lsr, ZeroPageX, 6),
    /* 57 */ undocumented(Sre, ZeroPageX, 6),
    /* 58 */ documented(Cli, Implied, 2),
    /* 59 */ documented(Eor, AbsoluteY, 4).page_penalty(),
    /* 5A */ duplicate(Nop, Implied, 2),
    /* 5B */ undocumented(Sre, AbsoluteY, 7),
    /* 5C */ duplicate(Nop, AbsoluteX, 4).page_penalty(),
    /* 5D */ documented(Eor, AbsoluteX, 4).page_penalty(),
    /* 5E */ documented(Lsr, AbsoluteX, 7),
    /* 5F */ undocumented(Sre, AbsoluteX, 7),
    /* 60 */ documented(Rts, Implied, 6),
    /* 61 */ documented(Adc, IndexedIndirect, 6),
    /* 62 */ jam(),
    /* 63 */ undocumented(Rra, IndexedIndirect, 8),
    /* 64 */ duplicate(Nop, ZeroPage, 3),
    /* 65 */ documented(Adc, ZeroPage, 3),
    /* 66 */ documented(Ror, ZeroPage, 5),
    /* 67 */ undocumented(Rra, ZeroPage, 5),
    /* 68 */ documented(Pla, Implied, 4),
    /* 69 */ documented(Adc, Immediate, 2),
    /* 6A */ documented(Ror, Accumulator, 2),
    /* 6B */ undocumented(Arr, Immediate, 2),
    /* 6C */ documented(Jmp, Indirect, 5),
    /* 6D */ documented(Adc, Absolute, 4),
    /* 6E */ documented(Ror, Absolute, 6),
    /* 6F */ undocumented(Rra, Absolute, 6),
    /* 70 */ documented(Bvs, Relative, 2).page_penalty(),
    /* 71 */ documented(Adc, IndirectIndexed, 5).page_penalty(),
    /* 72 */ jam(),
    /* 73 */ undocumented(Rra, IndirectIndexed, 8),
    /* 74 */ duplicate(Nop, ZeroPageX, 4),
    /* 75 */ documented(Adc, ZeroPageX, 4),
    /* 76 */ documented(Ror, ZeroPageX, 6),
    /* 77 */ undocumented(Rra, ZeroPageX, 6),
    /* 78 */ documented(Sei, Implied, 2),
    /* 79 */ documented(Adc, AbsoluteY, 4).page_penalty(),
    /* 7A */ duplicate(Nop, Implied, 2),
    /* 7B */ undocumented(Rra, AbsoluteY, 7),
    /* 7C */ duplicate(Nop, AbsoluteX, 4).page_penalty(),
    /* 7D */ documented(Adc, AbsoluteX, 4).page_penalty(),
    /* 7E */ documented(Ror, AbsoluteX, 7),
    /* 7F */ undocumented(Rra, AbsoluteX, 7),
    /* 80 */ undocumented(Nop, Immediate, 2),
    /* 81 */ documented(Sta, IndexedIndirect, 6),
    /* 82 */ duplicate(Nop, Immediate, 2),
    /* 83 */ undocumented(Sax, IndexedIndirect, 6),
    /* 84 */ documented(Sty, ZeroPage, 3),
    /* 85 */ documented(Sta, ZeroPage, 3),
    /* 86 */ documented(Stx, ZeroPage, 3),
    /* 87 */ undocumented(Sax, ZeroPage, 3),
    /* 88 */ documented(Dey, Implied, 2),
    /* 89 */ duplicate(Nop, Immediate, 2),
    /* 8A */ documented(Txa, Implied, 2),
    /* 8B */ unstable(Ane, Immediate, 2),
    /* 8C */ documented(Sty, Absolute, 4),
    /* 8D */ documented(Sta, Absolute, 4),
    /* 8E */ documented(Stx, Absolute, 4),
    /* 8F */ undocumented(Sax, Absolute, 4),
    /* 90 */ documented(Bcc, Relative, 2).page_penalty(),
    /* 91 */ documented(Sta, IndirectIndexed, 6),
    /* 92 */ jam(),
    /* 93 */ unstable(Sha, IndirectIndexed, 6),
    /* 94 */ documented(Sty, ZeroPageX, 4),
    /* 95 */ documented(Sta, ZeroPageX, 4),
    /* 96 */ documented(Stx, ZeroPageY, 4),
    /* 97 */ undocumented(Sax, ZeroPageY, 4),
    /* 98 */ documented(Tya, Implied, 2),
    /* 99 */ documented(Sta, AbsoluteY, 5),
    /* 9A */ documented(Txs, Implied, 2),
    /* 9B */ unstable(Shs, AbsoluteY, 5),
    /* 9C */ unstable(Shy, AbsoluteX, 5),
    /* 9D */ documented(Sta, AbsoluteX, 5),
    /* 9E */ unstable(Shx, AbsoluteY, 5),
    /* 9F */ unstable(Sha, AbsoluteY, 5),
    /* A0 */ documented(Ldy, Immediate, 2),
    /* A1 */ documented(Lda, IndexedIndirect, 6),
    /* A2 */ documented(Ldx, Immediate, 2),
    /* A3 */ undocumented(Lax, IndexedIndirect, 6),
    /* A4 */ documented(Ldy, ZeroPage, 3),
    /* A5 */ documented(Lda, ZeroPage, 3),
    /* A6 */ documented(Ldx, ZeroPage, 3),
    /* A7 */ undocumented(Lax, ZeroPage, 3),
    /* A8 */ documented(Tay, Implied, 2),
    /* A9 */ documented(Lda, Immediate, 2),
    /* AA */ documented(Tax, Implied, 2),
    /* AB */ unstable(Lxa, Immediate, 2),
    /* AC */ documented(Ldy, Absolute, 4),
    /* AD */ documented(Lda, Absolute, 4),
    /* AE */ documented(Ldx, Absolute, 4),
    /* AF */ undocumented(Lax, Absolute, 4),
    /* B0 */ documented(Bcs, Relative, 2).page_penalty(),
    /* B1 */ documented(Lda, IndirectIndexed, 5).page_penalty(),
    /* B2 */ jam(),
    /* B3 */ undocumented(Lax, IndirectIndexed, 5).page_penalty(),
    /* B4 */ documented(Ldy, ZeroPageX, 4),
    /* B5 */ documented(Lda, ZeroPageX, 4),
    /* B6 */ documented(Ldx, ZeroPageY, 4),
    /* B7 */ undocumented(Lax, ZeroPageY, 4),
    /* B8 */ documented(Clv, Implied, 2),
    /* B9 */ documented(Lda, AbsoluteY, 4).page_penalty(),
    /* BA */ documented(Tsx, Implied, 2),
    /* BB */ unstable(Las, AbsoluteY, 4).page_penalty(),
    /* BC */ documented(Ldy, AbsoluteX, 4).page_penalty(),
    /* BD */ documented(Lda, AbsoluteX, 4).page_penalty(),
    /* BE */ documented(Ldx, AbsoluteY, 4).page_penalty(),
    /* BF */ undocumented(Lax, AbsoluteY, 4).page_penalty(),
    /* C0 */ documented(Cpy, Immediate, 2),
    /* C1 */ documented(Cmp, IndexedIndirect, 6),
    /* C2 */ duplicate(Nop, Immediate, 2),
    /* C3 */ undocumented(Dcp, IndexedIndirect, 8),
    /* C4 */ documented(Cpy, ZeroPage, 3),
    /* C5 */ documented(Cmp, ZeroPage, 3),
    /* C6 */ documented(Dec, ZeroPage, 5),
    /* C7 */ undocumented(Dcp, ZeroPage, 5),
    /* C8 */ documented(Iny, Implied, 2),
    /* C9 */ documented(Cmp, Immediate, 2),
    /* CA */ documented(Dex, Implied, 2),
    /* CB */ undocumented(Sbx, Immediate, 2),
    /* CC */ documented(Cpy, Absolute, 4),
    /* CD */ documented(Cmp, Absolute, 4),
    /* CE */ documented(Dec, Absolute, 6),
    /* CF */ undocumented(Dcp, Absolute, 6),
    /* D0 */ documented(Bne, Relative, 2).page_penalty(),
    /* D1 */ documented(Cmp, IndirectIndexed, 5).page_penalty(),
    /* D2 */ jam(),
    /* D3 */ undocumented(Dcp, IndirectIndexed, 8),
    /* D4 */ duplicate(Nop, ZeroPageX, 4),
    /* D5 */ documented(Cmp, ZeroPageX, 4),
    /* D6 */ documented(Dec, ZeroPageX, 6),
    /* D7 */ undocumented(Dcp, ZeroPageX, 6),
    /* D8 */ documented(Cld, Implied, 2),
    /* D9 */ documented(Cmp, AbsoluteY, 4).page_penalty(),
    /* DA */ duplicate(Nop, Implied, 2),
    /* DB */ undocumented(Dcp, AbsoluteY, 7),
    /* DC */ duplicate(Nop, AbsoluteX, 4).page_penalty(),
    /* DD */ documented(Cmp, AbsoluteX, 4).page_penalty(),
    /* DE */ documented(Dec, AbsoluteX, 7),
    /* DF */ undocumented(Dcp, AbsoluteX, 7),
    /* E0 */ documented(Cpx, Immediate, 2),
    /* E1 */ documented(Sbc, IndexedIndirect, 6),
    /* E2 */ duplicate(Nop, Immediate, 2),
    /* E3 */ undocumented(Isb, IndexedIndirect, 8),
    /* E4 */ documented(Cpx, ZeroPage, 3),
    /* E5 */ documented(Sbc, ZeroPage, 3),
    /* E6 */ documented(Inc, ZeroPage, 5),
    /* E7 */ undocumented(Isb, ZeroPage, 5),
    /* E8 */ documented(Inx, Implied, 2),
    /* E9 */ documented(Sbc, Immediate, 2),
    /* EA */ documented(Nop, Implied, 2),
    /* EB */ duplicate(Sbc, Immediate, 2),
    /* EC */ documented(Cpx, Absolute, 4),
    /* ED */ documented(Sbc, Absolute, 4),
    /* EE */ documented(Inc, Absolute, 6),
    /* EF */ undocumented(Isb, Absolute, 6),
    /* F0 */ documented(Beq, Relative, 2).page_penalty(),
    /* F1 */ documented(Sbc, IndirectIndexed, 5).page_penalty(),
    /* F2 */ jam(),
    /* F3 */ undocumented(Isb, IndirectIndexed, 8),
    /* F4 */ duplicate(Nop, ZeroPageX, 4),
    /* F5 */ documented(Sbc, ZeroPageX, 4),
    /* F6 */ documented(Inc, ZeroPageX, 6),
    /* F7 */ undocumented(Isb, ZeroPageX, 6),
    /* F8 */ documented(Sed, Implied, 2),
    /* F9 */ documented(Sbc, AbsoluteY, 4).page_penalty(),
    /* FA */ duplicate(Nop, Implied, 2),
    /* FB */ undocumented(Isb, AbsoluteY, 7),
    /* FC */ duplicate(Nop, AbsoluteX, 4).page_penalty(),
    /* FD */ documented(Sbc, AbsoluteX, 4).page_penalty(),
    /* FE */ documented(Inc, AbsoluteX, 7),
    /* FF */ undocumented(Isb, AbsoluteX, 7),
];

/// Returns the opcode for a mnemonic in a mode; `None` if dasm has no such instruction.
///
/// `Implied` also finds the accumulator form, because `asl` is written without an operand.
pub const fn encode(mnemonic: Mnemonic, mode: Mode) -> Option<u8> {
    match ENCODINGS[mnemonic as usize][mode as usize] {
        NO_OPCODE => None,
        opcode => Some(opcode as u8),
    }
}

/// Returns the modes in which a mnemonic can be written.
pub fn modes_of(mnemonic: Mnemonic) -> impl Iterator<Item = Mode> {
    OPCODES
        .iter()
        .filter(move |row| row.has_source_form && row.mnemonic == mnemonic)
        .map(|row| row.mode)
}

const NO_OPCODE: u16 = 0x100;

/// The inverse of [`OPCODES`]: opcodes by mnemonic, then by mode.
static ENCODINGS: [[u16; Mode::ALL.len()]; Mnemonic::ALL.len()] = {
    let mut encodings = [[NO_OPCODE; Mode::ALL.len()]; Mnemonic::ALL.len()];
    let mut opcode = 0;
    while opcode < OPCODES.len() {
        let row = OPCODES[opcode];
        if row.has_source_form {
            encodings[row.mnemonic as usize][row.mode as usize] = opcode as u16;
            if matches!(row.mode, Accumulator) {
                encodings[row.mnemonic as usize][Implied as usize] = opcode as u16;
            }
        }
        opcode += 1;
    }
    encodings
};

#[cfg(test)]
mod tests {
    use super::*;

    fn count(class: Class) -> usize {
        OPCODES.iter().filter(|row| row.class == class).count()
    }

    #[test]
    fn the_classes_have_their_known_sizes() {
        assert_eq!(count(Class::Documented), 151);
        assert_eq!(count(Class::Jam), 12);
        assert_eq!(count(Class::Unstable), 8);
        assert_eq!(
            OPCODES.iter().filter(|row| row.has_source_form).count(),
            220
        );
    }

    #[test]
    fn encoding_gives_back_every_opcode_with_a_source_form() {
        for (opcode, row) in OPCODES
            .iter()
            .enumerate()
            .filter(|(_, row)| row.has_source_form)
        {
            assert_eq!(encode(row.mnemonic, row.mode), Some(opcode as u8));
        }
    }

    #[test]
    fn every_duplicate_has_an_equal_opcode_with_a_source_form() {
        for row in OPCODES
            .iter()
            .filter(|row| !row.has_source_form && row.class != Class::Jam)
        {
            assert!(encode(row.mnemonic, row.mode).is_some(), "{row:?}");
        }
    }

    #[test]
    fn the_accumulator_form_is_written_without_an_operand() {
        assert_eq!(encode(Asl, Implied), Some(0x0a));
        assert_eq!(encode(Sta, Immediate), None);
        assert_eq!(encode(Jam, Implied), None);
        assert_eq!(modes_of(Jmp).collect::<Vec<_>>(), [Absolute, Indirect]);
    }
}
