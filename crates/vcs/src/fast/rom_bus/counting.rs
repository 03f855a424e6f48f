//! The bus for code in plain ROM that counts what runs and what is read.
//!
//! It is a [`RomBus`] that calls a [`Count`] once an instruction, with no more than the place in
//! the image. The rounds of a loop that waits for the timer pass in one step and are counted in
//! one step.

use super::{Console, RomBus};
use crate::fast::{Code, InstructionBus, Past};
use isa6502::Mnemonic;

/// What counts instructions. Places are offsets in the image.
pub trait Count {
    /// An instruction begins at `offset`; its address is `pc`.
    fn begins(&mut self, offset: usize, pc: u16, opcode: u8);

    /// The instruction that has begun last reads its operand at `offset`.
    fn reads(&mut self, offset: usize);

    /// A loop has gone round some more times: the instruction at `offset`, and a branch right
    /// behind its three bytes, which was taken.
    fn repeats(&mut self, offset: usize, rounds: u64);
}

/// A [`RomBus`] that counts.
pub(crate) struct CountingBus<'a, C> {
    bus: RomBus<'a>,
    count: &'a mut C,
    /// The address of the instruction that has begun last.
    last: &'a mut Option<u16>,
}

impl<'a, C: Count> CountingBus<'a, C> {
    pub(crate) fn new(
        console: &'a mut Console,
        until: u64,
        count: &'a mut C,
        last: &'a mut Option<u16>,
    ) -> CountingBus<'a, C> {
        CountingBus {
            bus: RomBus::new(console, until),
            count,
            last,
        }
    }

    #[inline(always)]
    fn offset(&self, address: u16) -> Option<usize> {
        self.bus.console.cartridge.window().offset(address & 0x0fff)
    }
}

impl<C: Count> InstructionBus for CountingBus<'_, C> {
    const PEEKS: bool = true;

    #[inline(always)]
    fn start(&mut self, pc: u16, s: u8) -> Option<Code> {
        if self.bus.cycle() >= self.bus.until {
            return None;
        }
        self.bus.start(pc, s)
    }

    #[inline(always)]
    fn begin(&mut self, pc: u16, opcode: u8) {
        *self.last = Some(pc);
        if let Some(offset) = self.offset(pc) {
            self.count.begins(offset, pc, opcode);
        }
    }

    #[inline(always)]
    fn read_operand(&mut self, past: Past, address: u16) -> u8 {
        if address & 0x1000 != 0
            && let Some(offset) = self.offset(address)
        {
            self.count.reads(offset);
        }
        self.bus.read(past, address)
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
    fn repeat_loop(&mut self, past: Past, start: u16, branch: Mnemonic) {
        let before = self.bus.cycle();
        self.bus.repeat_loop(past, start, branch);
        let rounds = (self.bus.cycle() - before) / Console::timer_round(start);
        if let (1.., Some(offset)) = (rounds, self.offset(start)) {
            self.count.repeats(offset, rounds);
        }
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
