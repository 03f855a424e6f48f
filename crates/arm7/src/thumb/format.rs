//! The format of each ARMv4T Thumb opcode, looked up by the opcode's upper ten bits.

/// The ARMv4T instructions in Thumb state, one variant for each encoding.
// DDI 0100, A6.2, figure A6-1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    LslImmediate,
    LsrImmediate,
    AsrImmediate,
    AddRegister,
    SubRegister,
    AddImmediate3,
    SubImmediate3,
    MovImmediate,
    CmpImmediate,
    AddImmediate8,
    SubImmediate8,
    And,
    Eor,
    LslRegister,
    LsrRegister,
    AsrRegister,
    Adc,
    Sbc,
    RorRegister,
    Tst,
    Neg,
    Cmp,
    Cmn,
    Orr,
    Mul,
    Bic,
    Mvn,
    AddHigh,
    CmpHigh,
    MovHigh,
    Bx,
    LdrLiteral,
    StrRegister,
    StrhRegister,
    StrbRegister,
    LdrsbRegister,
    LdrRegister,
    LdrhRegister,
    LdrbRegister,
    LdrshRegister,
    StrImmediate,
    LdrImmediate,
    StrbImmediate,
    LdrbImmediate,
    StrhImmediate,
    LdrhImmediate,
    StrStack,
    LdrStack,
    AddPc,
    AddSp,
    IncrementSp,
    DecrementSp,
    Push,
    Pop,
    Stmia,
    Ldmia,
    Beq,
    Bne,
    Bcs,
    Bcc,
    Bmi,
    Bpl,
    Bvs,
    Bvc,
    /// HI, LS, GE, LT, GT and LE, whose conditions need more than one flag.
    BranchIf,
    Swi,
    B,
    BlFirst,
    BlSecond,
    /// Undefined in ARMv4T; some of these opcodes are instructions of ARMv6-M.
    Extension,
}

static FORMATS: [Format; 1024] = formats();

/// Returns the format of an opcode.
#[inline(always)]
pub(crate) fn format(opcode: u32) -> Format {
    FORMATS[(opcode >> 6 & 0x3ff) as usize]
}

// With the table, decoding takes one load and one jump; a `match` on ranges would take several
// comparisons.
const fn formats() -> [Format; 1024] {
    let mut formats = [Format::Extension; 1024];
    let mut index = 0;
    while index < formats.len() {
        formats[index] = decode(index);
        index += 1;
    }
    formats
}

const fn decode(index: usize) -> Format {
    use Format::*;
    match index {
        // A6.4 and A6.5: shifts by an immediate, additions, subtractions, immediates.
        0x000..=0x01f => LslImmediate,
        0x020..=0x03f => LsrImmediate,
        0x040..=0x05f => AsrImmediate,
        0x060..=0x067 => AddRegister,
        0x068..=0x06f => SubRegister,
        0x070..=0x077 => AddImmediate3,
        0x078..=0x07f => SubImmediate3,
        0x080..=0x09f => MovImmediate,
        0x0a0..=0x0bf => CmpImmediate,
        0x0c0..=0x0df => AddImmediate8,
        0x0e0..=0x0ff => SubImmediate8,
        // Two registers.
        0x100 => And,
        0x101 => Eor,
        0x102 => LslRegister,
        0x103 => LsrRegister,
        0x104 => AsrRegister,
        0x105 => Adc,
        0x106 => Sbc,
        0x107 => RorRegister,
        0x108 => Tst,
        0x109 => Neg,
        0x10a => Cmp,
        0x10b => Cmn,
        0x10c => Orr,
        0x10d => Mul,
        0x10e => Bic,
        0x10f => Mvn,
        // Two registers, each of which can be any of the sixteen.
        0x110..=0x113 => AddHigh,
        0x114..=0x117 => CmpHigh,
        0x118..=0x11b => MovHigh,
        0x11c..=0x11d => Bx,
        // A6.6: loads and stores of one register.
        0x120..=0x13f => LdrLiteral,
        0x140..=0x147 => StrRegister,
        0x148..=0x14f => StrhRegister,
        0x150..=0x157 => StrbRegister,
        0x158..=0x15f => LdrsbRegister,
        0x160..=0x167 => LdrRegister,
        0x168..=0x16f => LdrhRegister,
        0x170..=0x177 => LdrbRegister,
        0x178..=0x17f => LdrshRegister,
        0x180..=0x19f => StrImmediate,
        0x1a0..=0x1bf => LdrImmediate,
        0x1c0..=0x1df => StrbImmediate,
        0x1e0..=0x1ff => LdrbImmediate,
        0x200..=0x21f => StrhImmediate,
        0x220..=0x23f => LdrhImmediate,
        0x240..=0x25f => StrStack,
        0x260..=0x27f => LdrStack,
        // Addresses, and the stack pointer.
        0x280..=0x29f => AddPc,
        0x2a0..=0x2bf => AddSp,
        0x2c0..=0x2c1 => IncrementSp,
        0x2c2..=0x2c3 => DecrementSp,
        // A6.7: several registers.
        0x2d0..=0x2d7 => Push,
        0x2f0..=0x2f7 => Pop,
        0x300..=0x31f => Stmia,
        0x320..=0x33f => Ldmia,
        // A6.3: branches.
        0x340..=0x343 => Beq,
        0x344..=0x347 => Bne,
        0x348..=0x34b => Bcs,
        0x34c..=0x34f => Bcc,
        0x350..=0x353 => Bmi,
        0x354..=0x357 => Bpl,
        0x358..=0x35b => Bvs,
        0x35c..=0x35f => Bvc,
        0x360..=0x377 => BranchIf,
        0x37c..=0x37f => Swi,
        0x380..=0x39f => B,
        0x3c0..=0x3df => BlFirst,
        0x3e0..=0x3ff => BlSecond,
        _ => Extension,
    }
}
