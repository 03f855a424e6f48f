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
//! 5. In page zero there are RAM and the TIA, whose reads have no effect, and the stack's page has
//!    the same cells. So a read there whose byte is not used is only time, if the next cycle
//!    accesses RAM. Cartridges that listen to a page are excepted.
//! 6. The TIA runs by whole cycles: where nothing but its counter changes, only that is set.

mod accesses;
mod counting;
mod tracing;

use super::{Console, InstructionBus, Past, run_instructions};
use crate::{
    address::{
        A7, ADDRESS_LINES, Device, TIA_LINES, is_cartridge, is_ram_if_a7, ram_index, tia_register,
    },
    cpu::{Bus, Cpu},
    place,
    tia::registers::write,
};
pub use counting::Count;
pub(crate) use counting::CountingBus;
pub(crate) use tracing::TracingBus;

/// Color clocks of a CPU cycle.
const CLOCKS_PER_CYCLE: u32 = place::CLOCKS_PER_CYCLE as u32;
/// Cycles of the longest instruction.
pub(super) const LONGEST_INSTRUCTION: u64 = 8;
/// The first address after page zero.
const PAGE: u16 = 0x100;
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
struct RomBus<'a> {
    console: &'a mut Console,
    end: End,
    /// Cycles left until the end.
    left: i64,
    data: u8,
    /// A7 of RAM and [`TIA_LINES`] of the TIA, or values that match no address while the cartridge
    /// listens there as well: in page zero, and elsewhere.
    ram_lines: [u8; 2],
    tia_lines: [u16; 2],
    /// No further instruction starts.
    refuses: bool,
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
        let cartridge = &console.cartridge;
        let listens_to_ram = [cartridge.listens_to_ram(), cartridge.listens_below()];
        let listens_to_tia = [cartridge.listens_to_tia(), cartridge.listens_below()];
        RomBus {
            end: End {
                cycle: console.clock.cycle,
                frames: console.television.frames(),
            },
            left: 0,
            data: console.clock.data,
            ram_lines: listens_to_ram.map(|listens| if listens { 0 } else { A7 as u8 }),
            tia_lines: listens_to_tia.map(|listens| if listens { NOWHERE } else { 0 }),
            refuses: false,
            console,
        }
    }

    #[inline(always)]
    fn is_ram(&self, address: u16) -> bool {
        is_ram_if_a7(address) && address as u8 & self.ram_lines[1] != 0
    }

    /// Two cells of RAM from an address in a page of it on, if its A7 is this line.
    #[inline(always)]
    fn ram_pair(&mut self, low: u8, line: u8) -> Option<&mut [u8; 2]> {
        let at = ram_index(low.into());
        match low & line != 0 {
            true => self.console.riot.ram_mut()[at..].first_chunk_mut(),
            false => None,
        }
    }

    #[inline(always)]
    fn is_tia(&self, address: u16) -> bool {
        address & TIA_LINES == self.tia_lines[usize::from(address >= PAGE)]
    }

    /// Finds the end again, between two instructions; the next one is at `pc`. False if it does not
    /// start.
    #[cold]
    #[inline(never)]
    fn find_end(&mut self, pc: u16) -> bool {
        self.left = self.end.find(self.console, pc, self.left, self.data);
        self.left > 0 && !self.refuses
    }

    /// The byte of RAM, or of plain ROM in one of most cells.
    #[inline(always)]
    fn plain_byte(&self, address: u16) -> Option<u8> {
        let window = self.console.cartridge.window();
        if is_cartridge(address) {
            return window
                .is_in_plain_cell(address)
                .then(|| window.byte(address));
        }
        let ram = self.console.riot.ram();
        self.is_ram(address).then(|| ram[ram_index(address)])
    }

    /// A read that is not of RAM or a plain cell of ROM.
    #[cold]
    #[inline(never)]
    fn read_elsewhere(&mut self, past: Past, address: u16) -> u8 {
        let cycle = self.cycle() + u64::from(past.cycles);
        read_elsewhere(self.console, address, cycle, past.data)
    }

    /// A write that is not to RAM, as far as a look at the address shows.
    #[inline(never)]
    fn write_elsewhere(&mut self, past: Past, address: u16, data: u8) {
        let cycle = self.cycle() + u64::from(past.cycles);
        if self.is_tia(address) && tia_register(address) > write::RSYNC {
            write_register(self.console, tia_register(address), cycle, data);
        } else {
            let left = self.end.write(self.console, address, cycle, data);
            self.left = left + i64::from(past.cycles);
        }
    }

    /// A write of WSYNC in this cycle, an instruction's last one. The end is to be found again.
    #[inline(always)]
    fn wait(&mut self, cycle: u64, data: u8) {
        let clock = &mut self.console.clock;
        (clock.cycle, clock.data, clock.held) = (cycle, data, false);
        self.console.wsync();
        (self.end.cycle, self.left, self.data) = (cycle, 0, data);
    }

    #[inline(never)]
    fn write_last_slowly(&mut self, past: Past, address: u16, data: u8, pc: u16) -> u16 {
        self.write_elsewhere(past, address, data);
        self.end(past.and(data));
        pc
    }

    /// The cycle before the instruction.
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
    #[inline(always)]
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

    /// A write that is not to RAM, after `cycle`. The cycles left from there on; 0 if the end is to
    /// be found again.
    fn write(&mut self, console: &mut Console, address: u16, cycle: u64, data: u8) -> i64 {
        console.clock.cycle = cycle;
        console.write(address, data);
        self.set(console, cycle)
    }
}

/// A read that is not of RAM or a plain cell of ROM. `cycle` and `data` are those before it.
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

/// A write to one of the TIA's registers that change neither time nor frames, in the cycle after
/// this one. The caller brings the rest of the clock up to date, at once or later.
#[inline(always)]
pub(super) fn write_register(console: &mut Console, register: u8, cycle: u64, data: u8) {
    let clock = &mut console.clock;
    // Most writes are in a line in which the TIA has been accessed, after the last WSYNC.
    let passed = (cycle + 1).wrapping_sub(clock.tia_cycle) as u32;
    let clocks = CLOCKS_PER_CYCLE * passed;
    if clock.wsync < clock.tia_cycle && console.video.pass(clocks, &console.television) {
        clock.tia_cycle = cycle + 1;
        return console.video.write(register, data, &mut console.television);
    }
    write_after_run(console, register, cycle, data);
}

#[inline(never)]
fn write_after_run(console: &mut Console, register: u8, cycle: u64, data: u8) {
    let clock = &mut console.clock;
    (clock.cycle, clock.data, clock.held) = (cycle + 1, data, false);
    console.run_tia();
    console.video.write(register, data, &mut console.television);
}
