//! The NOPs that a cartridge's ARM driver feeds while ARM code runs, in one step.
//!
//! A NOP reads two addresses, of which the second is the first of the next one: one access for the
//! driver, which answers it with another NOP until the code has ended or a sound is due. As long as
//! the addresses are the window's and the line's end is not waited for, nothing else sees them.

use super::Console;
use crate::{address::is_cartridge, cpu::Cpu};

/// The last address of the window.
const LAST: u16 = 0x1fff;
const NOP: u8 = 0xea;

/// Runs NOPs that are fed.
pub(crate) fn skip_nops(cpu: &mut Cpu, console: &mut Console) {
    let address = cpu.registers.pc & LAST;
    let cycle = console.clock.cycle;
    let in_time = console.last_start().saturating_sub(cycle) / 2;
    if !is_cartridge(address) || in_time == 0 {
        return;
    }
    let most = (LAST - address).min(u16::try_from(in_time).unwrap_or(u16::MAX));
    let nops = console.cartridge.skip_nops(address, cycle, most);
    if nops > 0 {
        console.clock.cycle += 2 * u64::from(nops);
        console.clock.data = NOP;
        console.clock.held = false;
        cpu.registers.pc = cpu.registers.pc.wrapping_add(nops);
        cpu.pins.address = cpu.registers.pc;
    }
}
