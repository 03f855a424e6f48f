use super::{Console, STACK_LINES};
use crate::{
    bus::ADDRESS_LINES,
    cpu::{Bus, Code, Lane},
};

/// The bus for any code: one instruction.
pub(crate) struct Watched<'a> {
    console: &'a mut Console,
    done: bool,
}

impl Watched<'_> {
    pub fn new(console: &mut Console) -> Watched<'_> {
        Watched {
            console,
            done: false,
        }
    }
}

impl Bus for Watched<'_> {
    #[inline(never)]
    fn read(&mut self, address: u16) -> u8 {
        let data = self.console.read_before_horizon(address & ADDRESS_LINES);
        self.console.clock.held = false;
        data
    }

    #[inline(never)]
    fn write(&mut self, address: u16, data: u8) {
        self.console.write(address, data);
    }
}

impl Lane for Watched<'_> {
    fn enter(&mut self, pc: u16, s: u8) -> Option<Code> {
        if self.done || self.console.clock.cycle >= self.console.limit() || s & STACK_LINES == 0 {
            return None;
        }
        self.done = true;
        // The operand is read when its cycle comes.
        Some(Code {
            opcode: self.read(pc),
            operand: 0,
        })
    }

    #[inline(always)]
    fn next(&mut self, pc: u16, _: u8) -> u8 {
        self.read(pc)
    }

    fn leave(self) {}
}
