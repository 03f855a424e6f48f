//! Two ways onto the bus for whole instructions, before the horizon and while RDY is high.
//!
//! [`Plain`] is the fast one: RAM and ROM answer at once, and time is a number of its own. The
//! console hears of it, as [`Console`]'s own cycle by cycle would tell it, when an access goes
//! anywhere else, and at the end. It takes an instruction only if the code stands in plain ROM,
//! where reading the operand ahead has no effect. [`Watched`] runs all other code: one instruction,
//! every access the console's.

use super::{ADDRESS_LINES, Console};
use crate::cpu::{Bus, Lane};

/// Cycles of the longest instruction.
const LONGEST_INSTRUCTION: u64 = 8;
/// Below the window, A9 and A7 of the RIOT's RAM, and A12.
const RAM_LINES: u16 = 0x1280;
const RAM: u16 = 0x0080;
/// No address: the RAM of a console whose cartridge listens to it.
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
    /// The cells of the window that are plain, and those of them with a plain one behind.
    cells: u64,
    code: u64,
    ram: u16,
    /// Complete frames when all this began: one more is the end of it.
    frames: u64,
}

impl Plain<'_> {
    /// The processor is between two instructions; the next one is at `pc`.
    #[inline(always)]
    pub fn new(console: &mut Console, pc: u16) -> Plain<'_> {
        console.skip_plain_stall(pc);
        let ram = match console.cartridge.listens_below() {
            true => NOWHERE,
            false => RAM,
        };
        let mut lane = Plain {
            cycle: console.clock.cycle,
            data: console.clock.data,
            limit: 0,
            cells: 0,
            code: 0,
            ram,
            frames: console.television.frames(),
            console,
        };
        lane.take_stock();
        lane
    }

    /// What may have changed while the console was at work.
    #[inline(always)]
    fn take_stock(&mut self) {
        self.limit = match self.console.television.frames() == self.frames {
            true => self.console.limit(),
            false => 0,
        };
        self.cells = self.console.cartridge.window().plain_cells();
        self.code = self.cells & self.cells >> 1;
    }

    #[inline(always)]
    fn ahead(cells: u64, address: u16) -> bool {
        address & 0x1000 != 0 && cells >> (address >> 6 & 63) & 1 != 0
    }

    #[inline(always)]
    fn byte(&self, address: u16) -> u8 {
        self.console.cartridge.window().bytes()[usize::from(address & 0xfff)]
    }
}

/// A read that is not of plain ROM or RAM. `cycle` and `data` are those before it.
#[inline(never)]
fn read_elsewhere(console: &mut Console, address: u16, cycle: u64, data: u8) -> u8 {
    console.clock.cycle = cycle;
    console.clock.data = data;
    console.clock.held = false;
    console.read_before_horizon(address)
}

/// A write that is not to RAM.
#[inline(never)]
fn write_elsewhere(console: &mut Console, address: u16, cycle: u64, data: u8) {
    console.clock.cycle = cycle;
    console.write(address, data);
}

impl Bus for Plain<'_> {
    #[inline(always)]
    fn read(&mut self, address: u16) -> u8 {
        self.data = if Plain::ahead(self.cells, address) {
            self.byte(address)
        } else if address & RAM_LINES == self.ram {
            self.console.riot.ram()[usize::from(address & 0x7f)]
        } else {
            let data = read_elsewhere(self.console, address, self.cycle, self.data);
            self.take_stock();
            data
        };
        self.cycle = self.cycle.wrapping_add(1);
        self.data
    }

    #[inline(always)]
    fn write(&mut self, address: u16, data: u8) {
        if address & RAM_LINES == self.ram {
            self.console.riot.ram_mut()[usize::from(address & 0x7f)] = data;
        } else {
            write_elsewhere(self.console, address, self.cycle, data);
            self.take_stock();
        }
        self.cycle = self.cycle.wrapping_add(1);
        self.data = data;
    }
}

impl Lane for Plain<'_> {
    #[inline(always)]
    fn enter(&mut self, pc: u16, s: u8) -> Option<[u8; 3]> {
        let plain = Plain::ahead(self.code, pc)
            || Plain::ahead(self.cells, pc) && Plain::ahead(self.cells, pc.wrapping_add(2));
        if self.cycle >= self.limit || !plain || s & STACK_LINES == 0 {
            return None;
        }
        let at = usize::from(pc & 0xfff);
        let bytes = self.console.cartridge.window().bytes();
        self.cycle = self.cycle.wrapping_add(1);
        self.data = bytes[at];
        Some([bytes[at], bytes[at + 1], bytes[at + 2]])
    }

    #[inline(always)]
    fn next(&mut self, _: u16, ahead: u8) -> u8 {
        self.cycle = self.cycle.wrapping_add(1);
        self.data = ahead;
        ahead
    }

    #[inline(always)]
    fn leave(self) {
        if self.cycle != self.console.clock.cycle {
            self.console.clock.cycle = self.cycle;
            self.console.clock.data = self.data;
            self.console.clock.held = false;
        }
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
    fn enter(&mut self, pc: u16, s: u8) -> Option<[u8; 3]> {
        if self.done || self.console.clock.cycle >= self.console.limit() || s & STACK_LINES == 0 {
            return None;
        }
        self.done = true;
        // The operand is read when its cycle comes.
        Some([self.read(pc), 0, 0])
    }

    #[inline(always)]
    fn next(&mut self, pc: u16, _: u8) -> u8 {
        self.read(pc)
    }

    fn leave(self) {}
}
