use super::{Console, Plain};
use crate::{
    bus::{Before, Step},
    cpu::{Bus, Code, Lane, Registers},
};

/// The lane for code in plain ROM, with somebody who looks at each instruction as it begins. So loops that wait go
/// round and round.
pub(crate) struct Traced<'a, F> {
    lane: Plain<'a>,
    /// The cycle from which on no instruction begins.
    until: u64,
    /// What the instruction to come finds, and its first byte.
    registers: Registers,
    opcode: u8,
    see: F,
}

impl<F: FnMut(Step)> Traced<'_, F> {
    pub fn new(console: &mut Console, until: u64, see: F) -> Traced<'_, F> {
        Traced {
            lane: Plain::new(console),
            until,
            registers: Registers::default(),
            opcode: 0,
            see,
        }
    }
}

impl<F> Bus for Traced<'_, F> {
    #[inline(always)]
    fn read(&mut self, address: u16) -> u8 {
        self.lane.read(address)
    }

    #[inline(always)]
    fn write(&mut self, address: u16, data: u8) {
        self.lane.write(address, data);
    }
}

impl<F: FnMut(Step)> Lane for Traced<'_, F> {
    const PEEKS: bool = true;

    #[inline(always)]
    fn look(&mut self, registers: impl Fn() -> Registers) {
        self.registers = registers();
    }

    #[inline(always)]
    fn enter(&mut self, pc: u16, s: u8) -> Option<Code> {
        if self.lane.cycle() >= self.until {
            return None;
        }
        let code = self.lane.enter(pc, s)?;
        self.opcode = code.opcode;
        Some(code)
    }

    #[inline(always)]
    fn fetch(&mut self) {
        let lane = &mut self.lane;
        let before = Before::at(lane.console, lane.cycle(), self.registers);
        lane.fetch();
        lane.data = self.opcode;
        let step = before.foreseen(lane.console).unwrap_or_else(|| {
            // The TIA is to be asked: the console hears of the fetch.
            lane.end.settle(lane.console, lane.left, lane.data);
            before.seen(lane.console)
        });
        (self.see)(step);
    }

    #[inline(always)]
    fn next(&mut self, pc: u16, ahead: u8) -> u8 {
        self.lane.next(pc, ahead)
    }

    #[inline(always)]
    fn jump(&mut self, pc: u16) {
        self.lane.jump(pc);
    }

    #[inline(always)]
    fn can_push(&self, s: u8) -> bool {
        self.lane.can_push(s)
    }

    #[inline(always)]
    fn leave(self) {
        self.lane.leave();
    }
}
