//! The bus for code in plain ROM that counts what runs and what is read.
//!
//! It is a [`RomBus`] that calls a [`Count`] once an instruction, with no more than the place in
//! the image. The rounds of a loop that waits for the timer pass in one step and are counted in
//! one step.

use super::{Console, RomBus};
use crate::{
    cpu::Bus,
    fast::{Code, InstructionBus},
};
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
    /// The cycle from which on no instruction begins.
    until: u64,
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
            bus: RomBus::new(console),
            until,
            count,
            last,
        }
    }

    #[inline(always)]
    fn offset(&self, address: u16) -> Option<usize> {
        self.bus.console.cartridge.window().offset(address & 0x0fff)
    }
}

impl<C> Bus for CountingBus<'_, C> {
    #[inline(always)]
    fn read(&mut self, address: u16) -> u8 {
        self.bus.read(address)
    }

    #[inline(always)]
    fn write(&mut self, address: u16, data: u8) {
        self.bus.write(address, data);
    }
}

impl<C: Count> InstructionBus for CountingBus<'_, C> {
    const PEEKS: bool = true;

    #[inline(always)]
    fn start(&mut self, pc: u16, s: u8) -> Option<Code> {
        if self.bus.cycle() >= self.until {
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
    fn fetch(&mut self) {
        self.bus.fetch();
    }

    #[inline(always)]
    fn read_operand(&mut self, address: u16) -> u8 {
        if address & 0x1000 != 0
            && let Some(offset) = self.offset(address)
        {
            self.count.reads(offset);
        }
        self.bus.read(address)
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
    fn repeat_loop(&mut self, start: u16, branch: Mnemonic) {
        let left = self.bus.left;
        self.bus.repeat_loop(start, branch);
        let rounds = (left - self.bus.left) as u64 / Console::timer_round(start);
        if let (1.., Some(offset)) = (rounds, self.offset(start)) {
            self.count.repeats(offset, rounds);
        }
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
