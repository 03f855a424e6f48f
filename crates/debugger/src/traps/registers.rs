//! The trap for invalid accesses: reads of write-only registers, writes to read-only registers, and
//! accesses to unused addresses of the TIA.

use isa6502::{Access, Mnemonic, Mode};
use lab::trace::symbols::register_name;
use vcs::Step;

/// Checks an instruction before it runs. Returns the mistake, if any.
///
/// Ignores NOP and BIT, because programs often do not use their results, and instructions such as
/// INC, which read and then write the same address.
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
            let hint = match opcode.mode {
                Mode::ZeroPage => format!("; to use the number, write #${operand:02x}"),
                _ => String::new(),
            };
            Some(format!(
                "{instruction} reads ${address:02X}, where nothing can be read{hint}"
            ))
        }
        // $3E and $3F are hot spots of some cartridges, so they are allowed.
        (Access::Write, 0x2d..=0x3d) => Some(format!(
            "{instruction} writes to ${address:02X}, where there is no register"
        )),
        (Access::Write, 0x284 | 0x285) => {
            let name = register_name(address, false)?;
            Some(format!("{name} can only be read; TIM64T sets the timer"))
        }
        (Access::Read, 0x294..=0x297) => {
            let name = register_name(address, true)?;
            Some(format!(
                "{name} can only be written; read INTIM for the timer"
            ))
        }
        _ => None,
    }
}
