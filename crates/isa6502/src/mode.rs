//! The addressing modes.

/// An addressing mode: how an instruction finds its operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mode {
    /// No operand: `inx`.
    Implied,
    /// The accumulator, written without an operand: `asl`.
    Accumulator,
    /// The byte after the opcode: `lda #1`.
    Immediate,
    /// A byte of page zero: `lda $80`.
    ZeroPage,
    /// Page zero plus X, wrapping within the page: `lda $80,x`.
    ZeroPageX,
    /// Page zero plus Y, wrapping within the page: `ldx $80,y`.
    ZeroPageY,
    /// A 16-bit address: `lda $f000`.
    Absolute,
    /// A 16-bit address plus X: `lda $f000,x`.
    AbsoluteX,
    /// A 16-bit address plus Y: `lda $f000,y`.
    AbsoluteY,
    /// The address stored at a 16-bit address, `jmp` only: `jmp ($fffc)`.
    Indirect,
    /// The address stored in page zero at the location operand + X, which wraps within the page:
    /// `lda ($80,x)`.
    IndexedIndirect,
    /// Y plus the address stored in page zero at the operand: `lda ($80),y`.
    IndirectIndexed,
    /// A signed distance from the next instruction: `bne loop`.
    Relative,
}

impl Mode {
    /// Every mode, in the order of the enum.
    pub const ALL: [Mode; 13] = [
        Mode::Implied,
        Mode::Accumulator,
        Mode::Immediate,
        Mode::ZeroPage,
        Mode::ZeroPageX,
        Mode::ZeroPageY,
        Mode::Absolute,
        Mode::AbsoluteX,
        Mode::AbsoluteY,
        Mode::Indirect,
        Mode::IndexedIndirect,
        Mode::IndirectIndexed,
        Mode::Relative,
    ];

    /// Returns the number of bytes after the opcode, 0..=2.
    pub const fn operand_bytes(self) -> u8 {
        match self {
            Mode::Implied | Mode::Accumulator => 0,
            Mode::Absolute | Mode::AbsoluteX | Mode::AbsoluteY | Mode::Indirect => 2,
            _ => 1,
        }
    }
}
