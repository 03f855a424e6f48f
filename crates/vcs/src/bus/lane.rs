//! Two ways onto the bus for whole instructions, before the horizon and while RDY is high.
//!
//! [`Plain`] is the fast one: RAM and ROM answer at once, and time is a number of its own. The
//! console hears of it, as [`Console`]'s own cycle by cycle would tell it, when an access goes
//! anywhere else, and at the end. It takes an instruction only if the code stands in plain ROM.
//! What it knows of the console it asks anew whenever an access may have changed that.
//! [`Watched`] runs all other code: one instruction, every access the console's.

use super::{ADDRESS_LINES, Console, wait};
use crate::{
    cpu::{Bus, Lane},
    tia::registers::write,
};
use isa6502::Mnemonic;

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
pub(crate) struct Plain<'a> {
    console: &'a mut Console,
    cycle: u64,
    data: u8,
    /// [`Console::limit`].
    limit: u64,
    /// The plain ROM around the code: its first address, and the number of addresses from which on
    /// three bytes of it can be read.
    first: u16,
    size: u16,
    /// [`RAM`] and [`TIA`], if only these answer there.
    ram: u16,
    tia: u16,
    /// Complete frames when all this began: one more is the end of it.
    frames: u64,
}

/// What may have changed while the console was at work.
struct Stock {
    cycle: u64,
    limit: u64,
    first: u16,
    size: u16,
}

impl Plain<'_> {
    #[inline(always)]
    pub fn new(console: &mut Console) -> Plain<'_> {
        let (ram, tia) = match console.cartridge.listens_below() {
            true => (NOWHERE, NOWHERE),
            false => (RAM, TIA),
        };
        Plain {
            cycle: console.clock.cycle,
            data: console.clock.data,
            limit: 0,
            first: 0,
            size: 0,
            ram,
            tia,
            frames: console.television.frames(),
            console,
        }
    }

    /// How far an address is from the first one of the ROM around the code.
    #[inline(always)]
    fn offset(&self, address: u16) -> u16 {
        (address & ADDRESS_LINES).wrapping_sub(self.first)
    }

    #[inline(always)]
    fn byte(&self, address: u16) -> u8 {
        self.console.cartridge.window().byte(address)
    }

    #[inline(always)]
    fn goes_on(&self, pc: u16) -> bool {
        self.cycle < self.limit && self.offset(pc) < self.size
    }
}

// These take and give the lane's fields by value, so that a loop can keep them in registers.

/// Tells the console how far time has gone.
fn settle(console: &mut Console, cycle: u64, data: u8) {
    if cycle != console.clock.cycle {
        console.clock.cycle = cycle;
        console.clock.data = data;
        console.clock.held = false;
    }
}

/// Looks at the console anew, between two instructions; the next one is at `pc`.
#[inline(never)]
fn take_stock(console: &mut Console, pc: u16, cycle: u64, data: u8, frames: u64) -> Stock {
    settle(console, cycle, data);
    if console.television.frames() == frames {
        console.skip_plain_stall(pc);
    }
    let (first, size) = console.cartridge.window().stretch(pc & ADDRESS_LINES);
    Stock {
        cycle: console.clock.cycle,
        limit: match console.television.frames() == frames {
            true => console.limit(),
            false => 0,
        },
        first,
        size,
    }
}

/// How much is left of the ROM that the lane knows, after an access to `address`: all or nothing.
#[inline(always)]
fn size_after(console: &Console, address: u16, size: u16) -> u16 {
    match address & 0x1000 != 0 || console.cartridge.listens_below() {
        true => 0,
        false => size,
    }
}

/// A read that is not of plain ROM or RAM. `cycle` and `data` are those before it. The byte, and the new size.
#[inline(never)]
fn read_elsewhere(
    console: &mut Console,
    address: u16,
    cycle: u64,
    data: u8,
    size: u16,
) -> (u8, u16) {
    console.clock.cycle = cycle;
    console.clock.data = data;
    console.clock.held = false;
    let data = match address & RAM_LINES == RIOT && !console.cartridge.listens_below() {
        true => {
            console.clock.cycle += 1;
            console.clock.data = console.riot.read(address, console.clock.cycle);
            console.clock.data
        }
        false => console.read_before_horizon(address),
    };
    (data, size_after(console, address, size))
}

/// A write to one of the TIA's registers that decide neither on time nor on frames.
#[inline(never)]
fn write_register(console: &mut Console, register: u8, cycle: u64, data: u8) {
    console.clock.cycle = cycle + 1;
    console.clock.data = data;
    console.clock.held = false;
    console.write_register(register, data);
}

/// A write that is not to RAM. The new limit, 0 if something is to be looked at, and the new size.
#[inline(never)]
fn write_elsewhere(
    console: &mut Console,
    address: u16,
    cycle: u64,
    data: u8,
    frames: u64,
    size: u16,
) -> (u64, u16) {
    console.clock.cycle = cycle;
    console.write(address, data);
    let limit = match console.television.frames() == frames {
        true => console.limit(),
        false => 0,
    };
    (limit, size_after(console, address, size))
}

/// A loop of a load and a branch begins again: goes round it until it is left, or there is time for no more
/// than one load. The cycle then.
#[inline(never)]
fn go_round(console: &Console, start: u16, branch: Mnemonic, cycle: u64, limit: u64) -> u64 {
    let [_, page] = start.to_le_bytes();
    let [_, next_page] = start.wrapping_add(wait::BYTES).to_le_bytes();
    let round = wait::ROUND + u64::from(page != next_page);
    let rounds = console.rounds_to_wait(start, branch, cycle, round);
    let in_time = limit.saturating_sub(cycle + 1) / round;
    cycle + round * rounds.min(in_time)
}

impl Bus for Plain<'_> {
    #[inline(always)]
    fn read(&mut self, address: u16) -> u8 {
        self.data = if address & 0x1000 != 0 && self.offset(address) < self.size {
            self.byte(address)
        } else if address & RAM_LINES == self.ram {
            self.console.riot.ram()[usize::from(address & 0x7f)]
        } else {
            let (data, size) =
                read_elsewhere(self.console, address, self.cycle, self.data, self.size);
            self.size = size;
            data
        };
        self.cycle = self.cycle.wrapping_add(1);
        self.data
    }

    #[inline(always)]
    fn write(&mut self, address: u16, data: u8) {
        if address & RAM_LINES == self.ram {
            self.console.riot.ram_mut()[usize::from(address & 0x7f)] = data;
        } else if address & TIA_LINES == self.tia && address as u8 & 0x3f > write::RSYNC {
            write_register(self.console, address as u8 & 0x3f, self.cycle, data);
        } else {
            (self.limit, self.size) = write_elsewhere(
                self.console,
                address,
                self.cycle,
                data,
                self.frames,
                self.size,
            );
        }
        self.cycle = self.cycle.wrapping_add(1);
        self.data = data;
    }
}

impl Lane for Plain<'_> {
    #[inline(always)]
    fn enter(&mut self, pc: u16, _: u8) -> Option<u8> {
        if !self.goes_on(pc) {
            let stock = take_stock(self.console, pc, self.cycle, self.data, self.frames);
            self.cycle = stock.cycle;
            self.limit = stock.limit;
            self.first = stock.first;
            self.size = stock.size;
            if !self.goes_on(pc) {
                return None;
            }
        }
        Some(self.next(pc))
    }

    #[inline(always)]
    fn next(&mut self, pc: u16) -> u8 {
        self.cycle = self.cycle.wrapping_add(1);
        self.data = self.byte(pc);
        self.data
    }

    #[inline(always)]
    fn can_push(&self, s: u8) -> bool {
        s & STACK_LINES != 0
    }

    #[inline(always)]
    fn go_round(&mut self, start: u16, branch: Mnemonic) {
        if self.offset(start) < self.size {
            self.cycle = go_round(self.console, start, branch, self.cycle, self.limit);
        }
    }

    #[inline(always)]
    fn leave(self) {
        settle(self.console, self.cycle, self.data);
    }
}

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
    fn enter(&mut self, pc: u16, s: u8) -> Option<u8> {
        if self.done || self.console.clock.cycle >= self.console.limit() || s & STACK_LINES == 0 {
            return None;
        }
        self.done = true;
        Some(self.read(pc))
    }

    #[inline(always)]
    fn next(&mut self, pc: u16) -> u8 {
        self.read(pc)
    }

    fn leave(self) {}
}
