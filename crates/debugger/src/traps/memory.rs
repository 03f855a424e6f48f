//! Pushes, and which of them are meant.

use isa6502::Mnemonic;
use vcs::Step;

/// True if the instruction writes to memory through the stack pointer.
pub(super) fn pushes(step: &Step) -> bool {
    matches!(
        step.instruction.opcode().map(|opcode| opcode.mnemonic),
        Some(Mnemonic::Jsr | Mnemonic::Pha | Mnemonic::Php | Mnemonic::Brk)
    )
}

/// True for the push of a loop that clears memory: `txs`, then `pha`.
pub(super) fn is_deliberate_push(step: &Step, before: Option<&Step>) -> bool {
    let mnemonic = |step: &Step| step.instruction.opcode().map(|opcode| opcode.mnemonic);
    matches!(mnemonic(step), Some(Mnemonic::Pha | Mnemonic::Php))
        && before.and_then(mnemonic) == Some(Mnemonic::Txs)
}
