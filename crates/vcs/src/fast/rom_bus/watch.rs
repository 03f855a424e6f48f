//! What watches the instructions that run in plain ROM: nothing, a trace, or counts.
//!
//! A watch only looks: it is called before an instruction is fetched, and its bus runs on as it would
//! without one. A trace shows what an instruction finds in memory. That is the same before and after
//! the opcode's fetch, except in the RIOT's timer, which is asked for the next cycle, and in the
//! TIA's registers: then the console makes the fetch first. While a trace watches, loops that wait
//! for the timer run round by round; a count takes all rounds in one step.

use super::{Console, RomBus};
use crate::{
    address::{Device, is_cartridge, ram_index},
    bus::{Before, Count, Step, effective_address},
    cpu::Registers,
};
use isa6502::{Access, Mode, disassemble};

/// What watches instructions.
pub(crate) trait Watch: Sized {
    /// It sees each instruction that begins, so all of them run to their end.
    const SEES: bool = true;

    /// Loops that wait for the timer pass in one step.
    const SKIPS_LOOPS: bool = true;

    /// The instruction in `registers.pc` is about to be fetched.
    #[inline(always)]
    fn begins(_bus: &mut RomBus<Self>, _opcode: u8, _registers: impl FnOnce() -> Registers) {}

    /// It reads its operand in memory.
    #[inline(always)]
    fn reads(_bus: &mut RomBus<Self>, _address: u16) {}

    /// A loop of a load at `start` and a branch has gone round some more times.
    #[inline(always)]
    fn repeats(_bus: &mut RomBus<Self>, _start: u16, _rounds: u64) {}
}

/// Nothing watches.
pub(crate) struct Unwatched;

impl Watch for Unwatched {
    const SEES: bool = false;
}

/// Shows each instruction.
pub(crate) struct Trace<F>(pub F);

impl<F: FnMut(Step)> Watch for Trace<F> {
    const SKIPS_LOOPS: bool = false;

    #[inline(always)]
    fn begins(bus: &mut RomBus<Self>, opcode: u8, registers: impl FnOnce() -> Registers) {
        let cycle = bus.cycle();
        let before = Before::new(bus.console.place_at(cycle), cycle, registers());
        let step = step(before, bus.console).unwrap_or_else(|| {
            bus.update(cycle + 1, opcode);
            bus.catch_up();
            before.seen(bus.console)
        });
        (bus.watch.0)(step);
    }
}

/// Counts instructions, and notes the address of the last one.
pub(crate) struct Counts<'a, C> {
    pub count: &'a mut C,
    pub last: &'a mut Option<u16>,
}

impl<C: Count> Watch for Counts<'_, C> {
    #[inline(always)]
    fn begins(bus: &mut RomBus<Self>, opcode: u8, registers: impl FnOnce() -> Registers) {
        let pc = registers().pc;
        *bus.watch.last = Some(pc);
        if let Some(offset) = bus.offset(pc) {
            bus.watch.count.begins(offset, pc, opcode);
        }
    }

    #[inline(always)]
    fn reads(bus: &mut RomBus<Self>, address: u16) {
        if is_cartridge(address)
            && let Some(offset) = bus.offset(address)
        {
            bus.watch.count.reads(offset);
        }
    }

    #[inline(always)]
    fn repeats(bus: &mut RomBus<Self>, start: u16, rounds: u64) {
        if let (1.., Some(offset)) = (rounds, bus.offset(start)) {
            bus.watch.count.repeats(offset, rounds);
        }
    }
}

/// The instruction fetched in that state, which is in plain ROM; none if the TIA would have to be
/// read.
#[inline]
fn step(before: Before, console: &Console) -> Option<Step> {
    let window = console.cartridge.window();
    let plain = |address: u16| is_cartridge(address) && window.plain(address).is_some();
    let pc = before.registers.pc;
    let bytes = [0, 1, 2].map(|behind| window.byte(pc.wrapping_add(behind)));
    let instruction = disassemble(pc, &bytes);
    let opcode = instruction.opcode()?;
    let is_pointer = |address: u16| (0x80..0xff).contains(&address);
    let is_known = match opcode.mode {
        Mode::IndirectIndexed => instruction.operand().is_some_and(is_pointer),
        mode => mode != Mode::IndexedIndirect,
    };
    if !is_known {
        return None;
    }
    let after_fetch = before.cycle + 1;
    let byte = |address: u16| match Device::at(address) {
        Device::Ram => console.riot.ram()[ram_index(address)],
        Device::Riot => console.riot.peek(address, after_fetch),
        Device::Cartridge | Device::Tia => window.byte(address),
    };
    let effective = effective_address(&instruction, &before.registers, byte);
    let unknown = |address: u16| match Device::at(address) {
        Device::Ram | Device::Riot => false,
        Device::Cartridge | Device::Tia => !plain(address),
    };
    let reads = matches!(opcode.mnemonic.access(), Access::Read | Access::Modify);
    if reads && effective.is_some_and(unknown) {
        return None;
    }
    Some(before.with(console, instruction, effective, byte))
}
