//! The bus for code in plain ROM that shows each instruction before it runs.
//!
//! It is a [`RomBus`], except that loops run round by round. The instruction is known before its
//! opcode is fetched, for the window's bytes can be peeked at. What it finds in memory is the same
//! before and after the fetch, except in the RIOT's timer, which is asked for the next cycle, and
//! in the TIA's registers: then the console makes the fetch first.

use super::{Console, RomBus};
use crate::{
    address::{Device, is_cartridge, ram_index},
    bus::{Before, Step, effective_address},
    cpu::{Bus, Registers},
    fast::{Code, InstructionBus},
};
use isa6502::{Access, Mode, disassemble};

/// A [`RomBus`] that shows each instruction.
pub(crate) struct TracingBus<'a, F> {
    bus: RomBus<'a>,
    /// The cycle from which on no instruction begins.
    until: u64,
    /// What the instruction to come finds, and its first byte.
    registers: Registers,
    opcode: u8,
    show: F,
}

impl<F: FnMut(Step)> TracingBus<'_, F> {
    pub(crate) fn new(console: &mut Console, until: u64, show: F) -> TracingBus<'_, F> {
        TracingBus {
            bus: RomBus::new(console),
            until,
            registers: Registers::default(),
            opcode: 0,
            show,
        }
    }
}

impl<F> Bus for TracingBus<'_, F> {
    #[inline(always)]
    fn read(&mut self, address: u16) -> u8 {
        self.bus.read(address)
    }

    #[inline(always)]
    fn write(&mut self, address: u16, data: u8) {
        self.bus.write(address, data);
    }
}

impl<F: FnMut(Step)> InstructionBus for TracingBus<'_, F> {
    const PEEKS: bool = true;

    #[inline(always)]
    fn note_registers(&mut self, registers: impl Fn() -> Registers) {
        self.registers = registers();
    }

    #[inline(always)]
    fn start(&mut self, pc: u16, s: u8) -> Option<Code> {
        if self.bus.cycle() >= self.until {
            return None;
        }
        let code = self.bus.start(pc, s)?;
        self.opcode = code.opcode;
        Some(code)
    }

    #[inline(always)]
    fn fetch(&mut self) {
        let bus = &mut self.bus;
        let before = before(bus.console, bus.cycle(), self.registers);
        bus.fetch();
        bus.data = self.opcode;
        let step = step(before, bus.console).unwrap_or_else(|| {
            // It reads the TIA: the console makes the fetch first.
            bus.end.update(bus.console, bus.left, bus.data);
            before.seen(bus.console)
        });
        (self.show)(step);
    }

    #[inline(always)]
    fn read_code(&mut self, pc: u16, ahead: u8) -> u8 {
        self.bus.read_code(pc, ahead)
    }

    #[inline(always)]
    fn jump(&mut self, pc: u16) {
        self.bus.jump(pc);
    }

    #[inline(always)]
    fn can_push(&self, s: u8) -> bool {
        self.bus.can_push(s)
    }

    #[inline(always)]
    fn finish(self) {
        self.bus.finish();
    }
}

/// The state after the numbered cycle, which the console has not made yet.
#[inline]
fn before(console: &Console, cycle: u64, registers: Registers) -> Before {
    Before::new(console.place_at(cycle), cycle, registers)
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
