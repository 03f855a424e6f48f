//! The bus for code in plain ROM, before the horizon and while RDY is high.
//!
//! It does what the console does cycle by cycle, because:
//!
//! 1. Accesses to RAM and plain ROM have no effect on anything else, so time and the byte on the
//!    bus can be numbers of its own. It updates the console when an access goes anywhere else, and
//!    at the end.
//! 2. No instruction starts in the last cycles before the horizon, or while RDY is low: none is
//!    held up and none ends a frame. Only VSYNC, WSYNC and RSYNC can change that; after any write
//!    but to the TIA's other registers both are checked again. JSR and BRK, which read after their
//!    pushes, are left to [`Cpu::cycle`](crate::cpu::Cpu::cycle) where these might reach the three.
//! 3. Code is read ahead only where that has no effect: elsewhere the window shows a jam, which
//!    does not run here. A jump out of the window is the end; nothing else leads out.
//! 4. A loop that waits for the timer has a known end: `timer_loop.rs`.

mod counting;
mod tracing;

use super::{Code, Console, InstructionBus, run_instructions};
use crate::{
    address::{
        A7, ADDRESS_LINES, Device, TIA_LINES, is_cartridge, is_ram_if_a7, ram_index, tia_register,
    },
    cpu::{Bus, Cpu},
    tia::registers::write,
};
pub use counting::Count;
pub(crate) use counting::CountingBus;
use isa6502::Mnemonic;
pub(crate) use tracing::TracingBus;

/// Cycles of the longest instruction.
pub(super) const LONGEST_INSTRUCTION: u64 = 8;
/// No address.
const NOWHERE: u16 = 0xffff;
/// Pushes at these places of the stack may strobe WSYNC or RSYNC, or switch VSYNC, in the middle of
/// an instruction. All other writes are an instruction's last cycles.
pub(super) const STACK_LINES: u8 = 0xb8;

impl Console {
    /// The cycle from which on there is no time for a whole instruction.
    pub(super) fn last_start(&self) -> u64 {
        match self.clock.cycle < self.clock.stall_end {
            true => 0,
            false => self.clock.horizon.saturating_sub(LONGEST_INSTRUCTION),
        }
    }

    /// RDY holds up a read of plain ROM: skips to the stall's end.
    fn skip_stall_in_rom(&mut self, address: u16) {
        let is_plain = is_cartridge(address) && self.cartridge.window().plain(address).is_some();
        let stall_end = self.clock.stall_end;
        let in_time = stall_end + LONGEST_INSTRUCTION < self.clock.horizon;
        if self.clock.cycle < stall_end && in_time && is_plain {
            self.clock.cycle = stall_end;
        }
    }
}

/// The bus for code in plain ROM.
///
/// Fields that every access uses are plain values, which a loop can keep in registers.
struct RomBus<'a> {
    console: &'a mut Console,
    end: End,
    /// Cycles left until the end.
    left: i64,
    data: u8,
    /// A7 of RAM and [`TIA_LINES`] of the TIA, or values that match no address while the cartridge
    /// listens there as well.
    ram_line: u8,
    tia_lines: u16,
}

/// Runs code in plain ROM.
#[inline(never)]
pub(crate) fn run_rom(cpu: &mut Cpu, console: &mut Console) {
    run_instructions(cpu, RomBus::new(console));
}

/// When the run ends.
struct End {
    /// [`Console::last_start`], or an earlier cycle.
    cycle: u64,
    /// Complete frames at the beginning: one more is the end, too.
    frames: u64,
}

impl RomBus<'_> {
    #[inline(always)]
    pub(crate) fn new(console: &mut Console) -> RomBus<'_> {
        let (ram_line, tia_lines) = match console.cartridge.listens_below() {
            true => (0, NOWHERE),
            false => (A7 as u8, 0),
        };
        RomBus {
            end: End {
                cycle: console.clock.cycle,
                frames: console.television.frames(),
            },
            left: 0,
            data: console.clock.data,
            ram_line,
            tia_lines,
            console,
        }
    }

    #[inline(always)]
    fn is_ram(&self, address: u16) -> bool {
        is_ram_if_a7(address) && address as u8 & self.ram_line != 0
    }

    #[inline(always)]
    fn is_tia(&self, address: u16) -> bool {
        address & TIA_LINES == self.tia_lines
    }

    /// The cycle that has just been made.
    #[inline(always)]
    fn cycle(&self) -> u64 {
        self.end.cycle.wrapping_sub_signed(self.left)
    }
}

impl End {
    /// Brings the console's clock up to date.
    fn update(&self, console: &mut Console, left: i64, data: u8) {
        let cycle = self.cycle.wrapping_sub_signed(left);
        if cycle != console.clock.cycle {
            console.clock.cycle = cycle;
            console.clock.data = data;
            console.clock.held = false;
        }
    }

    /// Finds the end again, between two instructions; the next one is at `pc`. The cycles left.
    #[inline(never)]
    fn find(&mut self, console: &mut Console, pc: u16, left: i64, data: u8) -> i64 {
        self.update(console, left, data);
        if console.television.frames() == self.frames {
            console.skip_stall_in_rom(pc);
        }
        match console.cartridge.window().runs(pc) {
            true => self.set(console, console.clock.cycle),
            false => self.stop(console.clock.cycle),
        }
    }

    /// The cycles left from `cycle` on; 0 if a new frame has begun, or RDY is low.
    fn set(&mut self, console: &Console, cycle: u64) -> i64 {
        if console.television.frames() != self.frames || console.last_start() <= cycle {
            return self.stop(cycle);
        }
        self.cycle = console.last_start();
        (self.cycle - cycle) as i64
    }

    fn stop(&mut self, cycle: u64) -> i64 {
        self.cycle = cycle;
        0
    }

    /// A write that is not to RAM. The cycles left before it; 0 if the end is to be found again.
    #[inline(never)]
    fn write_elsewhere(&mut self, console: &mut Console, address: u16, left: i64, data: u8) -> i64 {
        let cycle = self.cycle.wrapping_sub_signed(left);
        console.clock.cycle = cycle;
        console.write(address, data);
        self.set(console, cycle)
    }
}

/// A read that is not of RAM or a plain cell of ROM. `cycle` and `data` are those before it.
#[inline(never)]
fn read_elsewhere(console: &mut Console, address: u16, cycle: u64, data: u8) -> u8 {
    if is_cartridge(address)
        && let Some(byte) = console.cartridge.window().plain(address)
    {
        return byte;
    }
    console.clock.cycle = cycle;
    console.clock.data = data;
    console.clock.held = false;
    let is_riot = matches!(Device::at(address & ADDRESS_LINES), Device::Riot);
    match is_riot && !console.cartridge.listens_below() {
        true => {
            console.clock.cycle += 1;
            console.clock.data = console.riot.read(address, console.clock.cycle);
            console.clock.data
        }
        false => console.read_before_horizon(address),
    }
}

/// A write to one of the TIA's registers that change neither time nor frames.
#[inline(never)]
pub(super) fn write_register(console: &mut Console, register: u8, cycle: u64, data: u8) {
    console.clock.cycle = cycle + 1;
    console.clock.data = data;
    console.clock.held = false;
    console.run_tia();
    console.video.write(register, data, &mut console.television);
}

impl Bus for RomBus<'_> {
    #[inline(always)]
    fn read(&mut self, address: u16) -> u8 {
        let window = self.console.cartridge.window();
        self.data = if is_cartridge(address) && window.is_in_plain_cell(address) {
            window.byte(address)
        } else if self.is_ram(address) {
            self.console.riot.ram()[ram_index(address)]
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
            self.console.riot.ram_mut()[ram_index(address)] = data;
        } else if self.is_tia(address) && tia_register(address) > write::RSYNC {
            let cycle = self.cycle();
            write_register(self.console, tia_register(address), cycle, data);
        } else {
            let end = &mut self.end;
            self.left = end.write_elsewhere(self.console, address, self.left, data);
        }
        self.left -= 1;
        self.data = data;
    }
}

impl InstructionBus for RomBus<'_> {
    const PEEKS: bool = true;

    #[inline(always)]
    fn start(&mut self, pc: u16, _: u8) -> Option<Code> {
        if self.left <= 0 {
            let end = &mut self.end;
            self.left = end.find(self.console, pc, self.left, self.data);
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
    fn read_code(&mut self, _: u16, ahead: u8) -> u8 {
        self.left -= 1;
        self.data = ahead;
        ahead
    }

    #[inline(always)]
    fn jump(&mut self, pc: u16) {
        if !is_cartridge(pc) {
            self.left = self.end.stop(self.cycle());
        }
    }

    #[inline(always)]
    fn repeat_loop(&mut self, start: u16, branch: Mnemonic) {
        let cycle = self.cycle();
        self.left -= self
            .console
            .cycles_in_rom_loop(start, branch, cycle, self.left);
    }

    #[inline(always)]
    fn can_push(&self, s: u8) -> bool {
        s & STACK_LINES != 0
    }

    #[inline(always)]
    fn finish(self) {
        self.end.update(self.console, self.left, self.data);
    }
}
