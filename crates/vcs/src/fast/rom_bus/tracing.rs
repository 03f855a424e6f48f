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
    cpu::Registers,
    fast::{Code, InstructionBus, Past},
};
use isa6502::{Access, Mode, disassemble};

/// A [`RomBus`] that shows each instruction.
pub(crate) struct TracingBus<'a, F> {
    bus: RomBus<'a>,
    /// What the instruction to come finds, and its first byte.
    registers: Registers,
    opcode: u8,
    show: F,
}

impl<F: FnMut(Step)> TracingBus<'_, F> {
    pub(crate) fn new(console: &mut Console, until: u64, show: F) -> TracingBus<'_, F> {
        TracingBus {
            bus: RomBus::new(console, until),
            registers: Registers::default(),
            opcode: 0,
            show,
        }
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
        if self.bus.cycle() >= self.bus.until {
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
        let step = step(before, bus.console).unwrap_or_else(|| {
            // It reads the TIA: the console makes the fetch first.
            bus.update(bus.cycle() + 1, self.opcode);
            bus.catch_up();
            before.seen(bus.console)
        });
        (self.show)(step);
    }

    #[inline(always)]
    fn read(&mut self, past: Past, address: u16) -> u8 {
        self.bus.read(past, address)
    }

    #[inline(always)]
    fn write(&mut self, past: Past, address: u16, data: u8) {
        self.bus.write(past, address, data);
    }

    #[inline(always)]
    fn try_write_last(&mut self, address: u16, data: u8) -> bool {
        self.bus.try_write_last(address, data)
    }

    #[inline(always)]
    fn write_last(&mut self, past: Past, address: u16, data: u8, pc: u16) -> u16 {
        self.bus.write_last(past, address, data, pc)
    }

    #[inline(always)]
    fn stack_pair(&mut self, low: u8) -> Option<&mut [u8; 2]> {
        self.bus.stack_pair(low)
    }

    #[inline(always)]
    fn zero_page_pair(&mut self, low: u8) -> Option<&mut [u8; 2]> {
        self.bus.zero_page_pair(low)
    }

    #[inline(always)]
    fn zero_page(&mut self, address: u8) -> Option<&mut u8> {
        self.bus.zero_page(address)
    }

    #[inline(always)]
    fn read_code(&mut self, pc: u16, ahead: u8) -> u8 {
        self.bus.read_code(pc, ahead)
    }

    #[inline(always)]
    fn jump(&mut self, past: Past, pc: u16) {
        self.bus.jump(past, pc);
    }

    #[inline(always)]
    fn end(&mut self, past: Past) {
        self.bus.end(past);
    }

    #[inline(always)]
    fn can_push(&self, s: u8) -> bool {
        self.bus.can_push(s)
    }

    fn refuse(&mut self) {
        self.bus.refuse();
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
