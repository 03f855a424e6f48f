//! The bus for an instruction that is not in plain ROM.
//!
//! Every access is the console's own. What is saved is the CPU's state machine, and the check for
//! the frame's end after each cycle: the instruction starts early enough before it.

use super::{Code, Console, InstructionBus, rom_bus::STACK_LINES};
use crate::cpu::Bus;

/// The bus for any code: one instruction.
pub(crate) struct AnyCodeBus<'a> {
    console: &'a mut Console,
    done: bool,
}

impl AnyCodeBus<'_> {
    pub(crate) fn new(console: &mut Console) -> AnyCodeBus<'_> {
        AnyCodeBus {
            console,
            done: false,
        }
    }
}

impl Bus for AnyCodeBus<'_> {
    #[inline(never)]
    fn read(&mut self, address: u16) -> u8 {
        let data = self.console.read_before_horizon(address);
        self.console.clock.held = false;
        data
    }

    #[inline(never)]
    fn write(&mut self, address: u16, data: u8) {
        self.console.write(address, data);
    }
}

impl InstructionBus for AnyCodeBus<'_> {
    fn start(&mut self, pc: u16, s: u8) -> Option<Code> {
        let too_late = self.console.clock.cycle >= self.console.last_start();
        if self.done || too_late || s & STACK_LINES == 0 {
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
    fn read_code(&mut self, pc: u16, _: u8) -> u8 {
        self.read(pc)
    }

    fn finish(self) {}
}
