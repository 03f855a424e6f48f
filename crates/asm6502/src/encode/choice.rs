//! Addressing mode selection, from the operand's form to the mode that is encoded.

use isa6502::{Mnemonic, Mode};

use crate::operand::item::Form;
use crate::sources::parser::Suffix;

/// A candidate for the addressing mode. For an indexed operand, the first candidate does not have a
/// size yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Choice {
    Of(Mode),
    /// `,x` before the size is known. dasm treats this as a mode without an offset, which the 6502
    /// does not have.
    NoOffsetX,
    /// `,y` before the size is known.
    NoOffsetY,
    /// A mode that no 6502 instruction has.
    Foreign,
}

impl Choice {
    pub fn of_form(form: Form) -> Choice {
        match form {
            Form::Implied => Choice::Of(Mode::Implied),
            Form::Immediate => Choice::Of(Mode::Immediate),
            Form::Plain => Choice::Of(Mode::ZeroPage),
            Form::Indirect => Choice::Of(Mode::Indirect),
            Form::IndexedIndirect => Choice::Of(Mode::IndexedIndirect),
            Form::IndirectIndexed => Choice::Of(Mode::IndirectIndexed),
            Form::IndexedX => Choice::NoOffsetX,
            Form::IndexedY => Choice::NoOffsetY,
        }
    }

    /// Returns the mode that dasm tries next if this one does not fit: a wider mode or, after
    /// `Absolute`, the branch mode. `None` if there is none left to try.
    pub fn wider(self) -> Option<Choice> {
        Some(match self {
            Choice::Of(Mode::ZeroPage) => Choice::Of(Mode::Absolute),
            Choice::Of(Mode::Absolute) => Choice::Of(Mode::Relative),
            Choice::Of(Mode::ZeroPageX) => Choice::Of(Mode::AbsoluteX),
            Choice::Of(Mode::ZeroPageY) => Choice::Of(Mode::AbsoluteY),
            Choice::NoOffsetX => Choice::Of(Mode::ZeroPageX),
            Choice::NoOffsetY => Choice::Of(Mode::ZeroPageY),
            _ => return None,
        })
    }

    /// Returns the operand's size in bytes. Like dasm, counts two bytes for a branch, so that a
    /// branch is never widened.
    pub fn size(self) -> u8 {
        match self {
            Choice::Of(Mode::Relative) => 2,
            Choice::Of(mode) => mode.operand_bytes(),
            _ => 0,
        }
    }

    /// Returns the opcode of the instruction in this mode; `None` if the instruction lacks the
    /// mode.
    pub fn opcode(self, mnemonic: Mnemonic) -> Option<u8> {
        match self {
            Choice::Of(Mode::Implied) => isa6502::encode(mnemonic, Mode::Implied)
                .or_else(|| isa6502::encode(mnemonic, Mode::Accumulator)),
            Choice::Of(mode) => isa6502::encode(mnemonic, mode),
            _ => None,
        }
    }

    /// Returns the mode that a suffix selects; `None` if this form cannot take the suffix.
    pub fn forced(self, suffix: Suffix) -> Option<Choice> {
        use Mode::*;
        let x = matches!(self, Choice::NoOffsetX | Choice::Of(ZeroPageX | AbsoluteX));
        let y = matches!(self, Choice::NoOffsetY | Choice::Of(ZeroPageY | AbsoluteY));
        if matches!(self, Choice::Of(IndexedIndirect | IndirectIndexed)) {
            return None;
        }
        Some(match suffix {
            Suffix::Byte | Suffix::ByteX if x => Choice::Of(ZeroPageX),
            Suffix::Word | Suffix::WordX if x => Choice::Of(AbsoluteX),
            Suffix::Byte | Suffix::ByteY if y => Choice::Of(ZeroPageY),
            Suffix::Word | Suffix::WordY if y => Choice::Of(AbsoluteY),
            _ if x || y => return None,
            Suffix::Implied => Choice::Of(Implied),
            Suffix::ImpliedX => Choice::NoOffsetX,
            Suffix::ImpliedY => Choice::NoOffsetY,
            Suffix::IndirectWord => Choice::Of(Indirect),
            Suffix::Byte => Choice::Of(ZeroPage),
            Suffix::ByteX => Choice::Of(ZeroPageX),
            Suffix::ByteY => Choice::Of(ZeroPageY),
            Suffix::Word => Choice::Of(Absolute),
            Suffix::WordX => Choice::Of(AbsoluteX),
            Suffix::WordY => Choice::Of(AbsoluteY),
            Suffix::Relative => Choice::Of(Relative),
            Suffix::Long | Suffix::Swapped | Suffix::Uninitialized | Suffix::Bit => Choice::Foreign,
        })
    }
}
