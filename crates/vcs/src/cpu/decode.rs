//! Maps opcodes to their first bus accesses.

use isa6502::{Access, Mnemonic, Mode, OPCODES};
use serde::{Deserialize, Serialize};

/// The bus access in progress, named after the byte that it transfers or the address that it uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum CycleStep {
    /// The opcode.
    Fetch,
    /// The byte after the opcode, for instructions without an operand.
    Implied,
    Immediate,
    ZeroPage,
    ZeroPageX,
    ZeroPageY,
    /// A dummy read at the page-zero address before the index is added.
    ZeroPageIndexX,
    ZeroPageIndexY,
    AbsoluteLow,
    AbsoluteHigh,
    AbsoluteXHigh,
    AbsoluteYHigh,
    AbsoluteXLow,
    AbsoluteYLow,
    /// A dummy read at the indexed address before the carry is added to its high byte.
    IndexCarry,
    /// The operand of `(zp,x)`. The next three steps are a dummy read at the address before the
    /// index is added, and reads of the two bytes of the pointer.
    IndexedIndirect,
    IndexedIndirectIndex,
    IndexedIndirectLow,
    IndexedIndirectHigh,
    /// The operand of `(zp),y`. The next two steps read the two bytes of the pointer.
    IndirectIndexed,
    IndirectIndexedLow,
    IndirectIndexedHigh,
    /// A read of the byte at the effective address.
    Read,
    Write,
    ModifyRead,
    /// A write of the unchanged byte back to memory.
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
    /// The byte after a jam opcode. The next three steps read `$FFFF`, `$FFFE` and `$FFFE` again.
    Jam,
    JamTop,
    JamBelow,
    JamBelowAgain,
    /// A read at `$FFFF`, which repeats until a reset.
    Jammed,
    /// The repetition of [`CycleStep::IndexCarry`] after RDY has held it up.
    IndexCarryHeld,
}

impl CycleStep {
    pub(crate) fn is_jam(self) -> bool {
        use CycleStep::*;
        matches!(self, Jam | JamTop | JamBelow | JamBelowAgain | Jammed)
    }
}

/// The facts about an opcode that the processor needs to execute it.
#[derive(Clone, Copy)]
pub(crate) struct Decoded {
    /// The step after the opcode fetch.
    pub first: CycleStep,
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

const fn first_step(mnemonic: Mnemonic, mode: Mode) -> CycleStep {
    match (mnemonic, mode) {
        (Mnemonic::Brk, _) => CycleStep::Break,
        (Mnemonic::Jsr, _) => CycleStep::CallLow,
        (Mnemonic::Rts, _) => CycleStep::ReturnImplied,
        (Mnemonic::Rti, _) => CycleStep::InterruptReturnImplied,
        (Mnemonic::Pha | Mnemonic::Php, _) => CycleStep::PushImplied,
        (Mnemonic::Pla | Mnemonic::Plp, _) => CycleStep::PullImplied,
        (Mnemonic::Jam, _) => CycleStep::Jam,
        (Mnemonic::Jmp, Mode::Absolute) => CycleStep::JumpLow,
        (_, Mode::Implied | Mode::Accumulator) => CycleStep::Implied,
        (_, Mode::Immediate) => CycleStep::Immediate,
        (_, Mode::ZeroPage) => CycleStep::ZeroPage,
        (_, Mode::ZeroPageX) => CycleStep::ZeroPageX,
        (_, Mode::ZeroPageY) => CycleStep::ZeroPageY,
        (_, Mode::Absolute) => CycleStep::AbsoluteLow,
        (_, Mode::AbsoluteX) => CycleStep::AbsoluteXLow,
        (_, Mode::AbsoluteY) => CycleStep::AbsoluteYLow,
        (_, Mode::Indirect) => CycleStep::IndirectLow,
        (_, Mode::IndexedIndirect) => CycleStep::IndexedIndirect,
        (_, Mode::IndirectIndexed) => CycleStep::IndirectIndexed,
        (_, Mode::Relative) => CycleStep::Branch,
    }
}
