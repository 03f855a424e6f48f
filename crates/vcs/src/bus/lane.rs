//! Ways onto the bus for whole instructions, before the horizon and while RDY is high.
//!
//! [`Plain`] is the fast one. It does what the console would do cycle by cycle, because:
//!
//! 1. Accesses to RAM and plain ROM have no effect on anything else, so time and the byte on the bus can be
//!    numbers of its own. The console hears of them when an access goes anywhere else, and at the end.
//! 2. No instruction begins in the last cycles before the horizon, or while RDY is low: none is held up
//!    and none ends a frame. Only VSYNC, WSYNC and RSYNC can change that; after any write but to
//!    the TIA's other registers it is looked at anew. JSR and BRK, which read after their pushes, are
//!    left to others where these might reach the three.
//! 3. Code is read ahead only where that has no effect: elsewhere the window shows a jam, which does not
//!    run here. A jump out of the window is the end; nothing else leads out.
//! 4. What happens in a loop that waits for the timer is known beforehand: `wait.rs`.
//!
//! [`Watched`] runs all other code: one instruction, every access the console's. [`Traced`] is the fast one
//! for instruction traces.

mod traced;
mod watched;

use super::{Console, wait};
use crate::{
    cpu::{Bus, Code, Lane},
    tia::registers::write,
};
use isa6502::Mnemonic;
pub(crate) use traced::Traced;
pub(crate) use watched::Watched;

/// Cycles of the longest instruction.
const LONGEST_INSTRUCTION: u64 = 8;
/// A12, A9 and A7 of the RIOT's RAM, and of its registers.
const RAM_LINES: u16 = 0x1280;
const RAM: u16 = 0x0080;
const RIOT: u16 = 0x0280;
/// A12 and A7 of the TIA.
const TIA_LINES: u16 = 0x1080;
const TIA: u16 = 0x0000;
/// No address: chips to which the cartridge listens as well.
const NOWHERE: u16 = 0xffff;
/// Pushes at these places of the stack may strobe WSYNC or RSYNC, or switch VSYNC, in the middle of
/// an instruction. All other writes are an instruction's last cycles.
const STACK_LINES: u8 = 0xb8;

impl Console {
    /// The cycle from which on there is no time for a whole instruction.
    fn limit(&self) -> u64 {
        match self.clock.cycle < self.clock.stall_end {
            true => 0,
            false => self.clock.horizon.saturating_sub(LONGEST_INSTRUCTION),
        }
    }

    /// RDY holds up a read of plain ROM: goes to the stall's end at once.
    fn skip_plain_stall(&mut self, address: u16) {
        let plain = address & 0x1000 != 0 && self.cartridge.window().plain(address).is_some();
        let stall_end = self.clock.stall_end;
        let in_time = stall_end + LONGEST_INSTRUCTION < self.clock.horizon;
        if self.clock.cycle < stall_end && in_time && plain {
            self.clock.cycle = stall_end;
        }
    }
}

/// The bus for code in plain ROM.
///
/// What is used all the time are fields by value, which a loop can keep in registers.
pub(crate) struct Plain<'a> {
    console: &'a mut Console,
    end: End,
    /// Cycles left until the end.
    left: i64,
    data: u8,
    /// A7 of the RIOT's RAM, or none, and [`TIA`], if only these answer there.
    ram: u8,
    tia: u16,
}

/// When all this is over.
struct End {
    /// [`Console::limit`], or an earlier cycle.
    cycle: u64,
    /// Complete frames at the beginning: one more is the end, too.
    frames: u64,
}

impl Plain<'_> {
    #[inline(always)]
    pub fn new(console: &mut Console) -> Plain<'_> {
        let (ram, tia) = match console.cartridge.listens_below() {
            true => (0, NOWHERE),
            false => (RAM as u8, TIA),
        };
        Plain {
            end: End {
                cycle: console.clock.cycle,
                frames: console.television.frames(),
            },
            left: 0,
            data: console.clock.data,
            ram,
            tia,
            console,
        }
    }

    #[inline(always)]
    fn is_ram(&self, address: u16) -> bool {
        address & (RAM_LINES & !RAM) == 0 && address as u8 & self.ram != 0
    }

    /// The cycle that has just been made.
    #[inline(always)]
    fn cycle(&self) -> u64 {
        self.end.cycle.wrapping_sub_signed(self.left)
    }
}

impl End {
    /// Tells the console how far time has gone.
    fn settle(&self, console: &mut Console, left: i64, data: u8) {
        let cycle = self.cycle.wrapping_sub_signed(left);
        if cycle != console.clock.cycle {
            console.clock.cycle = cycle;
            console.clock.data = data;
            console.clock.held = false;
        }
    }

    /// Looks at the console anew, between two instructions; the next one is at `pc`. The cycles left.
    #[inline(never)]
    fn take_stock(&mut self, console: &mut Console, pc: u16, left: i64, data: u8) -> i64 {
        self.settle(console, left, data);
        if console.television.frames() == self.frames {
            console.skip_plain_stall(pc);
        }
        match console.cartridge.window().runs(pc) {
            true => self.set(console, console.clock.cycle),
            false => self.stop(console.clock.cycle),
        }
    }

    /// The cycles left from `cycle` on; 0 if a new frame has begun, or RDY is low.
    fn set(&mut self, console: &Console, cycle: u64) -> i64 {
        if console.television.frames() != self.frames || console.limit() <= cycle {
            return self.stop(cycle);
        }
        self.cycle = console.limit();
        (self.cycle - cycle) as i64
    }

    fn stop(&mut self, cycle: u64) -> i64 {
        self.cycle = cycle;
        0
    }

    /// A write that is not to RAM. The cycles left before it; 0 if something is to be looked at.
    #[inline(never)]
    fn write_elsewhere(&mut self, console: &mut Console, address: u16, left: i64, data: u8) -> i64 {
        let cycle = self.cycle.wrapping_sub_signed(left);
        console.clock.cycle = cycle;
        console.write(address, data);
        self.set(console, cycle)
    }
}

/// A read that is not of plain ROM or RAM. `cycle` and `data` are those before it.
#[inline(never)]
fn read_elsewhere(console: &mut Console, address: u16, cycle: u64, data: u8) -> u8 {
    console.clock.cycle = cycle;
    console.clock.data = data;
    console.clock.held = false;
    match address & RAM_LINES == RIOT && !console.cartridge.listens_below() {
        true => {
            console.clock.cycle += 1;
            console.clock.data = console.riot.read(address, console.clock.cycle);
            console.clock.data
        }
        false => console.read_before_horizon(address),
    }
}

/// A write to one of the TIA's registers that decide neither on time nor on frames.
#[inline(never)]
fn write_register(console: &mut Console, register: u8, cycle: u64, data: u8) {
    console.clock.cycle = cycle + 1;
    console.clock.data = data;
    console.clock.held = false;
    console.write_register(register, data);
}

/// A loop of a load and a branch begins again. The cycles until it is left, or until there is time for no more
/// than one load.
#[inline(never)]
fn go_round(console: &Console, start: u16, branch: Mnemonic, cycle: u64, left: i64) -> i64 {
    let [_, page] = start.to_le_bytes();
    let [_, next_page] = start.wrapping_add(wait::BYTES).to_le_bytes();
    let round = wait::ROUND + u64::from(page != next_page);
    let rounds = console.rounds_to_wait(start, branch, cycle, round);
    let in_time = (left - 1).max(0) as u64 / round;
    (round * rounds.min(in_time)) as i64
}

impl Bus for Plain<'_> {
    #[inline(always)]
    fn read(&mut self, address: u16) -> u8 {
        let window = self.console.cartridge.window();
        self.data = if address & 0x1000 != 0 && window.is_plain(address) {
            window.byte(address)
        } else if self.is_ram(address) {
            self.console.riot.ram()[usize::from(address & 0x7f)]
        } else {
            let cycle = self.cycle();
            read_elsewhere(self.console, address, cycle, self.data)
        };
        self.left -= 1;
        self.data
    }

    #[inline(always)]
    fn write(&mut self, address: u16, data: u8) {
        if self.is_ram(address) {
            self.console.riot.ram_mut()[usize::from(address & 0x7f)] = data;
        } else if address & TIA_LINES == self.tia && address as u8 & 0x3f > write::RSYNC {
            let cycle = self.cycle();
            write_register(self.console, address as u8 & 0x3f, cycle, data);
        } else {
            let end = &mut self.end;
            self.left = end.write_elsewhere(self.console, address, self.left, data);
        }
        self.left -= 1;
        self.data = data;
    }
}

impl Lane for Plain<'_> {
    const PEEKS: bool = true;

    #[inline(always)]
    fn enter(&mut self, pc: u16, _: u8) -> Option<Code> {
        if self.left <= 0 {
            let end = &mut self.end;
            self.left = end.take_stock(self.console, pc, self.left, self.data);
            if self.left <= 0 {
                return None;
            }
        }
        let (opcode, operand) = self.console.cartridge.window().code(pc);
        Some(Code { opcode, operand })
    }

    #[inline(always)]
    fn fetch(&mut self) {
        // Every instruction puts another byte on the bus in its next cycle.
        self.left -= 1;
    }

    #[inline(always)]
    fn next(&mut self, _: u16, ahead: u8) -> u8 {
        self.left -= 1;
        self.data = ahead;
        ahead
    }

    #[inline(always)]
    fn jump(&mut self, pc: u16) {
        if pc & 0x1000 == 0 {
            self.left = self.end.stop(self.cycle());
        }
    }

    #[inline(always)]
    fn go_round(&mut self, start: u16, branch: Mnemonic) {
        let cycle = self.cycle();
        self.left -= go_round(self.console, start, branch, cycle, self.left);
    }

    #[inline(always)]
    fn can_push(&self, s: u8) -> bool {
        s & STACK_LINES != 0
    }

    #[inline(always)]
    fn leave(self) {
        self.end.settle(self.console, self.left, self.data);
    }
}
