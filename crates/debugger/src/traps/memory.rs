//! The trap for pushes that overwrite variables or write to the TIA. Pushes that look deliberate
//! are ignored.

use crate::{observe::Accessed, program::Program};
use isa6502::Mnemonic;
use lab::trace::text;
use vcs::Step;

/// The lowest stack pointer at which a push writes to RAM; below it, a push writes to the TIA.
const LOWEST_STACK: u8 = 0x80;

/// The trap's record of the stack pointer.
#[derive(Debug, Clone, Default)]
pub(super) struct Stack {
    /// The stack pointer that the last TXS set; `None` before the first TXS.
    set: Option<u8>,
    /// True if the previous instruction was a TXS.
    after_txs: bool,
}

impl Stack {
    /// Updates the history before the instruction `step`; `before` is the previous instruction.
    pub fn instruction(&mut self, step: &Step, before: Option<&Step>) {
        self.after_txs = before.and_then(mnemonic) == Some(Mnemonic::Txs);
        if self.after_txs {
            self.set = Some(step.registers.s);
        }
    }

    /// Checks all pushes of the instruction `step` when `accessed` is the first of them; ignores
    /// other accesses. Returns the mistake, if any.
    pub fn push(&self, program: &Program, step: &Step, accessed: &Accessed) -> Option<String> {
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
        let instruction = text(step, &program.symbols);
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

    /// Returns true if a PHA or PHP with stack pointer `s` looks deliberate: the previous
    /// instruction is a TXS, as in a loop that clears memory (`txs`, then `pha`); or `s` points to
    /// the TIA, and no TXS is known to have pointed it to RAM (`ldx #ENAM0`, `txs`, `php`).
    fn is_deliberate(&self, s: u8) -> bool {
        self.after_txs || s < LOWEST_STACK && self.set.is_none_or(|set| set < LOWEST_STACK)
    }
}

fn mnemonic(step: &Step) -> Option<Mnemonic> {
    step.instruction.opcode().map(|opcode| opcode.mnemonic)
}
