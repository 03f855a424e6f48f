//! The bus for code in *plain* ROM (bytes of ROM to which an access has no effect on the board). It
//! is used while RDY is high and before the *horizon*, which is the first cycle in which the frame
//! can end.
//!
//! It gives the same results as running the console cycle by cycle, because:
//!
//! 1. An access to RAM or plain ROM affects nothing else in the console, so this bus counts cycles
//!    and keeps the last byte on the data bus by itself. It updates the console only before an
//!    access to anything else, and at the end.
//! 2. No instruction starts in the last cycles before the horizon or while RDY is low, so no
//!    instruction is held up, and none ends a frame. Only VSYNC, WSYNC and RSYNC can change the
//!    horizon or RDY, so both are checked again after every write that goes neither to RAM nor to a
//!    TIA register after RSYNC. JSR and BRK, which read after their pushes, are left to
//!    [`Cpu::cycle`](crate::cpu::Cpu::cycle) if the pushes might write to one of these three
//!    registers.
//! 3. Code is read in advance only where this has no effect. Elsewhere, the cartridge's window
//!    returns the opcode of a jam instead, and this bus does not run jams. Only a jump can leave
//!    the window, and such a jump ends the run.
//! 4. The cycle at which a loop that waits for the timer ends can be computed; see `timer_loop.rs`.
//! 5. Page zero and the page of the stack contain only RAM and the TIA. A read there does
//!    nothing but take time if its byte is not used and the next cycle accesses RAM. The same is
//!    true of any read of the TIA whose byte is not used: the TIA drives only two bits, and the
//!    next access replaces them. Neither is true of cartridges that listen to these pages.
//! 6. The TIA is run by whole cycles. If nothing in it changes but its horizontal counter, only the
//!    counter is set.

use super::{Code, Console, InstructionBus, Past, VideoChip, run_instructions};
use crate::{
    address::{
        A7, ADDRESS_LINES, Device, TIA_LINES, is_cartridge, is_ram_if_a7, ram_index, tia_register,
    },
    bus::CLOCKS_PER_CYCLE,
    cpu::{Bus, Cpu},
    tia::registers::write,
};
use isa6502::Mnemonic;

/// Number of cycles in the longest instruction.
pub(super) const MAX_INSTRUCTION_CYCLES: u64 = 8;
/// The address lines A8-A12, which are low in page zero.
const PAGE_LINES: u16 = 0x1f00;
/// If none of these bits is set in the stack pointer, a push can write to WSYNC, RSYNC or VSYNC in
/// the middle of an instruction. Instructions that do not push write only in their last one or two
/// cycles.
pub(super) const STACK_LINES: u8 = 0xb8;

impl Console {
    /// Returns the first cycle that leaves no time for a whole instruction before the horizon; 0
    /// while RDY is low.
    pub(super) fn start_limit(&self) -> u64 {
        match self.clock.cycle < self.clock.stall_end {
            true => 0,
            false => self.clock.horizon.saturating_sub(MAX_INSTRUCTION_CYCLES),
        }
    }

    /// Brings the TIA up to date with the writes that have only been noted.
    pub(super) fn reach_noted_writes(&mut self) {
        if self.video.is_behind() {
            self.run_tia();
        }
    }
}

/// The bus for code in plain ROM.
pub(crate) struct RomBus<'a> {
    console: &'a mut Console,
    /// The first cycle in which no instruction may start. If this limit has to be determined again,
    /// `end` is the current cycle.
    end: u64,
    /// The number of cycles left until `end`.
    left: i64,
    /// The number of frames that were complete when the run began. The run ends when the television
    /// completes another frame.
    frames: u64,
    data: u8,
    /// Two masks that distinguish RAM from the TIA, one for addresses in page zero and one for any
    /// address. A mask is A7, or 0 if the cartridge listens to RAM at these addresses.
    ram_lines: [u8; 2],
    /// The address lines that must be low for a write to reach only the TIA. If the cartridge
    /// listens to the TIA, this is `u16::MAX`, and only address 0 matches. That is VSYNC, which is
    /// never passed to [`write_register`].
    tia_lines: u16,
    /// True if no further instruction may start in this run.
    refused: bool,
}

/// Runs code in plain ROM.
#[inline(never)]
pub(crate) fn run_rom(cpu: &mut Cpu, console: &mut Console) {
    let cartridge = &console.cartridge;
    let listens_to_ram = [cartridge.listens_to_ram(), cartridge.listens_below()];
    let bus = RomBus {
        end: console.clock.cycle,
        left: 0,
        frames: console.television.frames(),
        data: console.clock.data,
        ram_lines: listens_to_ram.map(|listens| if listens { 0 } else { A7 as u8 }),
        tia_lines: match () {
            () if cartridge.listens_to_tia() => u16::MAX,
            () if cartridge.listens_below() => TIA_LINES | PAGE_LINES,
            () => TIA_LINES,
        },
        refused: false,
        console,
    };
    run_instructions(cpu, bus);
}

impl RomBus<'_> {
    fn is_ram(&self, address: u16) -> bool {
        is_ram_if_a7(address) && address as u8 & self.ram_lines[1] != 0
    }

    fn is_tia(&self, address: u16) -> bool {
        address & self.tia_lines == 0
    }

    /// Determines `end` again, between two instructions. Returns false if the next instruction,
    /// which is at `pc`, must not start.
    #[cold]
    #[inline(never)]
    fn find_end(&mut self, pc: u16) -> bool {
        self.update(self.cycle(), self.data);
        let can_run = self.console.cartridge.window().can_run(pc);
        let end = if can_run { self.start_limit() } else { 0 };
        self.set_end(end, self.console.clock.cycle);
        self.left > 0 && !self.refused
    }

    /// Sets `end`, and `left` to the number of cycles from `cycle` to `end`.
    fn set_end(&mut self, end: u64, cycle: u64) {
        self.end = end.max(cycle);
        self.left = (self.end - cycle) as i64;
    }

    /// Sets `end` in the middle of an instruction.
    fn set_end_within(&mut self, end: u64, past: Past) {
        self.set_end(end, self.cycle_after(past));
        self.left += i64::from(past.cycles);
    }

    /// Returns the first cycle in which no instruction may start; 0 if a new frame has begun or RDY
    /// is low.
    fn start_limit(&self) -> u64 {
        match self.console.television.frames() == self.frames {
            true => self.console.start_limit(),
            false => 0,
        }
    }

    /// Updates the console's clock: the last cycle was `cycle`, with `data` on the bus.
    fn update(&mut self, cycle: u64, data: u8) {
        let clock = &mut self.console.clock;
        if cycle != clock.cycle {
            (clock.cycle, clock.data, clock.held) = (cycle, data, false);
        }
    }

    /// Returns the byte at an address if it is in RAM, or in ROM in a block of 64 bytes (a *plain
    /// cell*) whose bytes are all plain.
    fn memory_byte(&self, address: u16) -> Option<u8> {
        let window = self.console.cartridge.window();
        if is_cartridge(address) {
            return window
                .is_in_plain_cell(address)
                .then(|| window.byte(address));
        }
        let ram = self.console.riot.ram();
        self.is_ram(address).then(|| ram[ram_index(address)])
    }

    /// Reads an address that is neither in RAM nor in a plain cell of ROM.
    #[cold]
    #[inline(never)]
    fn read_elsewhere(&mut self, past: Past, address: u16) -> u8 {
        let cycle = self.cycle_after(past);
        let console = &mut *self.console;
        if is_cartridge(address)
            && let Some(byte) = console.cartridge.window().plain_byte(address)
        {
            return byte;
        }
        let clock = &mut console.clock;
        (clock.cycle, clock.data, clock.held) = (cycle, past.data, false);
        let is_riot = matches!(Device::at(address & ADDRESS_LINES), Device::Riot);
        if !is_riot || console.cartridge.listens_below() {
            return console.read_before_horizon(address);
        }
        clock.cycle += 1;
        clock.data = console.riot.read(address, clock.cycle);
        clock.data
    }

    /// Performs a write that [`InstructionBus::try_write_last`] declined.
    #[inline(never)]
    fn write_elsewhere(&mut self, past: Past, address: u16, data: u8) {
        let (cycle, register) = (self.cycle_after(past), tia_register(address));
        if self.is_tia(address) && register > write::RSYNC {
            return write_register(self.console, register, cycle + 1, data);
        }
        self.console.clock.cycle = cycle;
        self.console.write(address, data);
        self.set_end_within(self.start_limit(), past);
    }

    /// Performs a write in an instruction's last cycle. The caller has already dealt with writes to
    /// RAM, and with writes that reach nothing but a TIA register after RSYNC. The remaining writes
    /// may change RDY, the horizon or the cartridge.
    #[inline(never)]
    fn write_last_elsewhere(&mut self, past: Past, address: u16, data: u8, pc: u16) {
        if self.is_tia(address) && tia_register(address) == write::WSYNC {
            return self.write_wsync(self.cycle_after(past) + 1, data, pc);
        }
        self.write_elsewhere(past, address, data);
        self.end(past.and(data));
    }

    /// Writes to WSYNC in `cycle`, the last cycle of an instruction. If the write stalls the
    /// processor, skips the stall, provided that the next instruction may start right after it;
    /// otherwise, `end` has to be determined again.
    fn write_wsync(&mut self, cycle: u64, data: u8, pc: u16) {
        self.update(cycle, data);
        self.console.wsync();
        self.data = data;
        let stall_end = self.console.clock.stall_end;
        let can_skip = stall_end < self.end && self.console.cartridge.window().can_run(pc);
        match stall_end > cycle {
            true if can_skip => self.set_end(self.end, stall_end),
            true => self.set_end(0, cycle),
            false => self.set_end(self.end, cycle),
        }
    }

    /// Returns the last cycle of the last complete instruction.
    fn cycle(&self) -> u64 {
        self.end.wrapping_sub_signed(self.left)
    }

    /// Returns the current cycle within an instruction.
    fn cycle_after(&self, past: Past) -> u64 {
        self.cycle() + u64::from(past.cycles)
    }
}

impl InstructionBus for RomBus<'_> {
    const PEEKS: bool = true;

    fn start(&mut self, pc: u16, _: u8) -> Option<Code> {
        if self.left <= 0 && !self.find_end(pc) {
            return None;
        }
        let (opcode, operand) = self.console.cartridge.window().code(pc);
        Some(Code { opcode, operand })
    }

    fn read(&mut self, past: Past, address: u16) -> u8 {
        self.memory_byte(address)
            .unwrap_or_else(|| self.read_elsewhere(past, address))
    }

    /// Skips reads of the TIA. Such a read leaves bits 0 to 5 on the bus as they are. The next
    /// access replaces the other two bits, and does not depend on them.
    fn read_unused(&mut self, past: Past, address: u16, pc: u16) -> u8 {
        if let Some(data) = self.memory_byte(address) {
            return data;
        }
        // `is_tia` is true for address 0 even if the cartridge listens to the TIA.
        if self.is_tia(address | 1) && self.console.cartridge.window().can_run(pc) {
            return past.data;
        }
        self.read_elsewhere(past, address)
    }

    fn try_read_last(&mut self, _: Past, address: u16) -> Option<u8> {
        self.memory_byte(address)
    }

    /// Pointers that are not entirely in RAM are rare, so instructions that use such pointers do
    /// not run here.
    fn try_pointer(&mut self, _: Past, pointer: u8) -> Option<u16> {
        let pair = self.console.riot.ram()[ram_index(pointer.into())..].first_chunk();
        let pair = pair.filter(|_| pointer & self.ram_lines[0] != 0);
        pair.map(|pair| u16::from_le_bytes(*pair))
    }

    fn write(&mut self, past: Past, address: u16, data: u8) {
        if !self.try_write_last(address, data) {
            self.write_elsewhere(past, address, data);
        }
    }

    fn try_write_last(&mut self, address: u16, data: u8) -> bool {
        let is_ram = self.is_ram(address);
        if is_ram {
            self.console.riot.ram_mut()[ram_index(address)] = data;
        }
        is_ram
    }

    #[inline(never)]
    fn write_last(&mut self, past: Past, address: u16, data: u8, pc: u16) -> u16 {
        let register = tia_register(address);
        if self.is_tia(address) && register > write::RSYNC {
            self.end(past.and(data));
            write_register(self.console, register, self.cycle(), data);
        } else {
            self.write_last_elsewhere(past, address, data, pc);
        }
        pc
    }

    fn zero_page_byte(&mut self, address: u8) -> Option<&mut u8> {
        let ram = self.console.riot.ram_mut();
        (address & self.ram_lines[0] != 0).then(|| &mut ram[ram_index(address.into())])
    }

    fn read_code(&mut self, _: u16, ahead: u8) -> u8 {
        ahead
    }

    fn jump(&mut self, past: Past, pc: u16) {
        if !is_cartridge(pc) {
            self.set_end_within(0, past);
        }
    }

    #[cold]
    #[inline(never)]
    fn repeat_loop(&mut self, past: Past, start: u16, branch: Mnemonic) {
        if !self.console.cartridge.listens_below() {
            let code = self.console.cartridge.window().code(start);
            let time = [self.cycle_after(past), self.end];
            let cycles = self.console.cycles_in_timer_loop(start, code, branch, time);
            self.left -= cycles as i64;
        }
    }

    fn end(&mut self, past: Past) {
        self.left -= i64::from(past.cycles);
        self.data = past.data;
    }

    fn can_push(&self, s: u8) -> bool {
        s & STACK_LINES != 0
    }

    fn refuse(&mut self) {
        self.refused = true;
        self.set_end(0, self.cycle());
    }

    fn finish(mut self) {
        self.update(self.cycle(), self.data);
        self.console.reach_noted_writes();
    }
}

/// Performs a write in `cycle` to a TIA register other than VSYNC, VBLANK, WSYNC and RSYNC. The
/// caller must also set the clock's `cycle`, `data` and `held`, but may do so later.
pub(super) fn write_register(console: &mut Console, register: u8, cycle: u64, data: u8) {
    let clocks = CLOCKS_PER_CYCLE * cycle.wrapping_sub(console.clock.tia_cycle) as u32;
    if !console.video.try_note(clocks, register, data) {
        write_now(console, register, cycle, data);
    }
}

/// Performs a write that cannot just be noted.
#[inline(never)]
fn write_now(console: &mut Console, register: u8, cycle: u64, data: u8) {
    let clock = &mut console.clock;
    let clocks = CLOCKS_PER_CYCLE * cycle.wrapping_sub(clock.tia_cycle) as u32;
    // If WSYNC was not written since the TIA last ran, the same line is most likely still in
    // progress. `try_advance` itself checks for the end of the line.
    let (scanner, television) = (&mut console.video.scanner, &console.television);
    if clock.wsync < clock.tia_cycle && scanner.try_advance(clocks, television) {
        clock.tia_cycle = cycle;
        return console.video.write(register, data, &mut console.television);
    }
    write_after_run(console, register, cycle, data);
}

#[inline(never)]
fn write_after_run(console: &mut Console, register: u8, cycle: u64, data: u8) {
    let clock = &mut console.clock;
    (clock.cycle, clock.data, clock.held) = (cycle, data, false);
    console.run_tia();
    console.video.write(register, data, &mut console.television);
}
