//! From opcodes to the bus accesses that they begin with.

use isa6502::{Access, Mnemonic, Mode, OPCODES};
use serde::{Deserialize, Serialize};

/// The bus access in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Step {
    /// The opcode.
    Fetch,
    /// The byte after the opcode, for instructions without operand.
    Implied,
    Immediate,
    ZeroPage,
    ZeroPageX,
    ZeroPageY,
    /// The page-zero address before the index is added: a dummy read.
    ZeroPageIndexX,
    ZeroPageIndexY,
    AbsoluteLow,
    AbsoluteHigh,
    AbsoluteXHigh,
    AbsoluteYHigh,
    AbsoluteXLow,
    AbsoluteYLow,
    /// The indexed address before the carry reaches its high byte: a dummy read.
    IndexCarry,
    /// The operand of `(zp,x)`, then the pointer before the index is added, then the pointer.
    IndexedIndirect,
    IndexedIndirectIndex,
    IndexedIndirectLow,
    IndexedIndirectHigh,
    /// The operand of `(zp),y`, then the pointer.
    IndirectIndexed,
    IndirectIndexedLow,
    IndirectIndexedHigh,
    /// The operand's byte of memory.
    Read,
    Write,
    ModifyRead,
    /// The unchanged byte on its way back to memory.
    ModifyWrite,
    Branch,
    BranchTaken,
    BranchCarry,
    JumpLow,
    JumpHigh,
    IndirectLow,
    IndirectHigh,
    IndirectTargetLow,
    IndirectTargetHigh,
    CallLow,
    CallStack,
    CallPushHigh,
    CallPushLow,
    CallHigh,
    ReturnImplied,
    ReturnStack,
    ReturnLow,
    ReturnHigh,
    ReturnNext,
    InterruptReturnImplied,
    InterruptReturnStack,
    InterruptReturnStatus,
    InterruptReturnLow,
    InterruptReturnHigh,
    PushImplied,
    PullImplied,
    PullStack,
    Pull,
    Break,
    BreakPushHigh,
    BreakPushLow,
    BreakPushStatus,
    VectorLow,
    VectorHigh,
    ResetFetch,
    ResetImplied,
    ResetPushHigh,
    ResetPushLow,
    ResetPushStatus,
    Jam,
    JamTop,
    JamBelow,
    JamBelowAgain,
    Jammed,
    /// [`Step::IndexCarry`], and RDY has held it up.
    IndexCarryHeld,
}

impl Step {
    pub(crate) fn is_jam(self) -> bool {
        use Step::*;
        matches!(self, Jam | JamTop | JamBelow | JamBelowAgain | Jammed)
    }
}

/// An opcode as the processor uses it.
#[derive(Clone, Copy)]
pub(crate) struct Decoded {
    /// The step after the opcode fetch.
    pub first: Step,
    pub mnemonic: Mnemonic,
    pub access: Access,
}

pub(super) static DECODED: [Decoded; 256] = {
    let mut decoded = [decode(0); 256];
    let mut opcode = 0;
    while opcode < 256 {
        decoded[opcode] = decode(opcode);
        opcode += 1;
    }
    decoded
};

pub(crate) const fn decode(opcode: usize) -> Decoded {
    let mnemonic = OPCODES[opcode].mnemonic;
    Decoded {
        first: first_step(mnemonic, OPCODES[opcode].mode),
        mnemonic,
        access: mnemonic.access(),
    }
}

const fn first_step(mnemonic: Mnemonic, mode: Mode) -> Step {
    match (mnemonic, mode) {
        (Mnemonic::Brk, _) => Step::Break,
        (Mnemonic::Jsr, _) => Step::CallLow,
        (Mnemonic::Rts, _) => Step::ReturnImplied,
        (Mnemonic::Rti, _) => Step::InterruptReturnImplied,
        (Mnemonic::Pha | Mnemonic::Php, _) => Step::PushImplied,
        (Mnemonic::Pla | Mnemonic::Plp, _) => Step::PullImplied,
        (Mnemonic::Jam, _) => Step::Jam,
        (Mnemonic::Jmp, Mode::Absolute) => Step::JumpLow,
        (_, Mode::Implied | Mode::Accumulator) => Step::Implied,
        (_, Mode::Immediate) => Step::Immediate,
        (_, Mode::ZeroPage) => Step::ZeroPage,
        (_, Mode::ZeroPageX) => Step::ZeroPageX,
        (_, Mode::ZeroPageY) => Step::ZeroPageY,
        (_, Mode::Absolute) => Step::AbsoluteLow,
        (_, Mode::AbsoluteX) => Step::AbsoluteXLow,
        (_, Mode::AbsoluteY) => Step::AbsoluteYLow,
        (_, Mode::Indirect) => Step::IndirectLow,
        (_, Mode::IndexedIndirect) => Step::IndexedIndirect,
        (_, Mode::IndirectIndexed) => Step::IndirectIndexed,
        (_, Mode::Relative) => Step::Branch,
    }
}
