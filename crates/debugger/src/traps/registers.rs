//! Reads of what can only be written, writes of what can only be read, and addresses among the
//! TIA's registers that are none.

use isa6502::{Access, Mnemonic, Mode};
use lab::trace::symbols::register_name;
use vcs::Step;

/// Returns what is wrong with an instruction before it runs.
///
/// Instructions that read for their time alone do not count, nor those that read and write: the
/// read belongs to the write.
pub(super) fn wrong_register(step: &Step) -> Option<String> {
    let opcode = step.instruction.opcode()?;
    if matches!(opcode.mnemonic, Mnemonic::Nop | Mnemonic::Bit) {
        return None;
    }
    let address = step.effective?;
    let instruction = step.instruction;
    match (step.access(), address) {
        (Access::Read, 0x0e..=0x2f) => {
            let operand = instruction.operand().unwrap_or_default();
            let meant = match opcode.mode {
                Mode::ZeroPage => format!("; `#` makes it the number: #${operand:02x}"),
                _ => String::new(),
            };
            Some(format!(
                "{instruction} reads ${address:02X}, where nothing can be read{meant}"
            ))
        }
        // The last two are hot spots of some cartridges.
        (Access::Write, 0x2d..=0x3d) => Some(format!(
            "{instruction} writes to ${address:02X}, where no register is"
        )),
        (Access::Write, 0x284 | 0x285) => {
            let name = register_name(address, false)?;
            Some(format!("{name} can only be read; TIM64T sets the timer"))
        }
        (Access::Read, 0x294..=0x297) => {
            let name = register_name(address, true)?;
            Some(format!("{name} can only be written; INTIM holds the timer"))
        }
        _ => None,
    }
}
