//! The trap for pushes that overwrite variables or write to the TIA. Pushes that look deliberate
//! are ignored.

use crate::{calls::LOWEST_STACK, observe::Accessed, program::Program};
use isa6502::Mnemonic;
use lab::trace::instruction_text;
use vcs::Step;

/// The trap's record of the stack pointer.
#[derive(Debug, Clone, Default)]
pub(super) struct Stack {
    /// The stack pointer after the last TXS; `None` before the first TXS.
    last_txs: Option<u8>,
    /// True if the previous instruction was a TXS.
    after_txs: bool,
}

impl Stack {
    /// Records the stack pointer if the `previous` instruction was a TXS. This must be called
    /// before each instruction; `step` is the instruction about to run.
    pub fn on_instruction(&mut self, step: &Step, previous: Option<&Step>) {
        self.after_txs = previous.and_then(mnemonic) == Some(Mnemonic::Txs);
        if self.after_txs {
            self.last_txs = Some(step.registers.s);
        }
    }

    /// If `accessed` is the first push of the instruction `step`, checks all pushes of that
    /// instruction, and returns the mistake, if any. Returns `None` for other accesses.
    pub fn check_push(
        &self,
        program: &Program,
        step: &Step,
        accessed: &Accessed,
    ) -> Option<String> {
        let count = match mnemonic(step)? {
            Mnemonic::Pha | Mnemonic::Php => 1,
            Mnemonic::Jsr => 2,
            Mnemonic::Brk => 3,
            _ => return None,
        };
        let s = step.registers.s;
        if accessed.cycle.address != 0x100 | u16::from(s) || count == 1 && self.is_deliberate(s) {
            return None;
        }
        let bytes: Vec<u8> = (0..count).map(|byte| s.wrapping_sub(byte)).collect();
        let instruction = instruction_text(step, &program.symbols);
        if bytes.iter().any(|byte| *byte < LOWEST_STACK) {
            return Some(format!("{instruction} pushes to the TIA: s is ${s:02X}"));
        }
        let names: Vec<String> = bytes
            .iter()
            .filter_map(|byte| program.ram_name(u16::from(*byte)))
            .collect();
        let first = bytes.iter().min()?;
        (!names.is_empty()).then(|| match bytes.len() {
            1 => format!(
                "{instruction} overwrites {} at ${first:02X} with its push",
                names[0]
            ),
            _ => format!(
                "{instruction} overwrites {} at ${first:02X}..${s:02X} with its push",
                names.join(" and ")
            ),
        })
    }

    /// Returns true if a PHA or PHP with stack pointer `s` looks deliberate. There are two such
    /// cases. Either the previous instruction is a TXS, as in a loop that clears memory (`txs`,
    /// then `pha`). Or `s` points to the TIA, and the last TXS, if any, did not set it to an
    /// address in RAM (`ldx #ENAM0`, `txs`, `php`).
    fn is_deliberate(&self, s: u8) -> bool {
        self.after_txs || s < LOWEST_STACK && self.last_txs.is_none_or(|s| s < LOWEST_STACK)
    }
}

fn mnemonic(step: &Step) -> Option<Mnemonic> {
    step.instruction.opcode().map(|opcode| opcode.mnemonic)
}
