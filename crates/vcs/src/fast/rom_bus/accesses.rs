//! What a [`RomBus`] does for an instruction.
//!
//! An access to RAM or plain ROM is made here; all others are calls, whose effects are those of the
//! console's own accesses in the same cycle. Time is counted once an instruction: what has passed of
//! it by then is given with each access, and the cycles left are counted down at its end.

use super::{RomBus, STACK_LINES, watch::Watch, write_another, write_register};
use crate::{
    address::{is_cartridge, ram_index, tia_register},
    cpu::Registers,
    fast::{Code, Console, InstructionBus, Past},
    tia::registers::write,
};
use isa6502::Mnemonic;

impl<W: Watch> InstructionBus for RomBus<'_, W> {
    const PEEKS: bool = true;

    #[inline(always)]
    fn start(&mut self, pc: u16, _: u8) -> Option<Code> {
        if self.left <= 0 && !self.find_end(pc) {
            return None;
        }
        let (opcode, operand) = self.console.cartridge.window().code(pc);
        Some(Code { opcode, operand })
    }

    #[inline(always)]
    fn begin(&mut self, opcode: u8, registers: impl FnOnce() -> Registers) {
        W::begins(self, opcode, registers);
    }

    #[inline(always)]
    fn read(&mut self, past: Past, address: u16) -> u8 {
        match self.plain_byte(address) {
            Some(data) => data,
            None => self.read_elsewhere(past, address),
        }
    }

    #[cold]
    #[inline(never)]
    fn read_pointer(&mut self, past: Past, pointer: u8) -> u16 {
        let low = self.read(past, pointer.into());
        let high = self.read(past.and(low), pointer.wrapping_add(1).into());
        u16::from_le_bytes([low, high])
    }

    #[inline(always)]
    fn read_operand(&mut self, past: Past, address: u16) -> u8 {
        W::reads(self, address);
        self.read(past, address)
    }

    #[inline(always)]
    fn try_read_last(&mut self, _: Past, address: u16) -> Option<u8> {
        let byte = self.plain_byte(address)?;
        W::reads(self, address);
        Some(byte)
    }

    /// A pointer that is not all in RAM is rare: unless something watches, its instruction does not
    /// run here.
    #[inline(always)]
    fn pointer(&mut self, past: Past, pointer: u8) -> Option<u16> {
        match self.zero_page_pair(pointer) {
            Some(pair) => Some(u16::from_le_bytes(*pair)),
            None => W::SEES.then(|| self.read_pointer(past, pointer)),
        }
    }

    #[inline(always)]
    fn write(&mut self, past: Past, address: u16, data: u8) {
        if !self.try_write_last(address, data) {
            self.write_elsewhere(past, address, data);
        }
    }

    #[inline(always)]
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
            let (cycle, video) = (self.cycle(), &mut self.console.video);
            if !video.expects_writes() {
                write_register(self.console, register, cycle, data);
            } else if !video.recalls_write(cycle, register, data) {
                write_another(self.console, register, cycle, data);
            }
        } else {
            self.write_last_elsewhere(past, address, data, pc);
        }
        pc
    }

    #[inline(always)]
    fn stack_pair(&mut self, low: u8) -> Option<&mut [u8; 2]> {
        self.ram_pair(low, self.ram_lines[1])
    }

    #[inline(always)]
    fn zero_page_pair(&mut self, low: u8) -> Option<&mut [u8; 2]> {
        self.ram_pair(low, self.ram_lines[0])
    }

    #[inline(always)]
    fn zero_page(&mut self, address: u8) -> Option<&mut u8> {
        let ram = self.console.riot.ram_mut();
        (address & self.ram_lines[0] != 0).then(|| &mut ram[ram_index(address.into())])
    }

    #[inline(always)]
    fn read_code(&mut self, _: u16, ahead: u8) -> u8 {
        ahead
    }

    #[inline(always)]
    fn jump(&mut self, past: Past, pc: u16) {
        if !is_cartridge(pc) {
            self.set_end_within(0, past);
        }
    }

    #[cold]
    #[inline(never)]
    fn repeat_loop(&mut self, past: Past, start: u16, branch: Mnemonic) {
        if W::SKIPS_LOOPS {
            let cycle = self.cycle_after(past);
            let left = self.end.saturating_sub(cycle);
            let cycles = self.console.cycles_in_rom_loop(start, branch, cycle, left);
            self.left -= cycles as i64;
            W::repeats(self, start, cycles / Console::timer_round(start));
        }
    }

    #[inline(always)]
    fn end(&mut self, past: Past) {
        self.left -= i64::from(past.cycles);
        self.data = past.data;
    }

    #[inline(always)]
    fn can_push(&self, s: u8) -> bool {
        s & STACK_LINES != 0
    }

    fn refuse(&mut self) {
        self.refuses = true;
        self.set_end(0, self.cycle());
    }

    #[inline(always)]
    fn finish(mut self) {
        self.update(self.cycle(), self.data);
        self.catch_up();
    }
}
