//! The bus for instructions in RAM, or at addresses in ROM at which an access may have an effect on
//! the board. (The bus in `rom_bus.rs` runs all other code.)
//!
//! Its results are those of a console that runs cycle by cycle, because:
//!
//! 1. It makes the same accesses as the console itself, but not in the same way. A function runs a
//!    whole instruction instead of stepping the CPU's state machine; the instruction starts only
//!    while RDY is high. The console checks for the end of the frame after each cycle; this bus
//!    instead starts an instruction only if there is time for the longest one. One call runs one
//!    instruction, or several if the board is one that can rest.
//! 2. While such a board *rests* (see `resting.rs`), many accesses have no effect on it: those to
//!    ROM bytes that trigger nothing, to RAM and to the RIOT, and writes to most TIA registers. The
//!    board needs to know only the latest of these accesses. This bus reports it at the end of the
//!    run, and before every access that the board must see. (There is one exception, which occurs
//!    in no known program: a fetch from the very address at which the board has just driven a
//!    different byte.)
//! 3. A resting board can replace the operand of an immediate load. It handles the load's two
//!    accesses together, before they are due, because nothing else happens in between.
//! 4. While RDY holds up a fetch, the CPU repeats the read, but a board that can rest sees all of
//!    these reads as one access. If the fetch has no effect, or the same effect at any time, this
//!    bus skips the stall before the fetch.
//! 5. The cycle at which a loop that waits for the timer ends can be computed; see `timer_loop.rs`.

use super::{
    Code, Console, InstructionBus, Past,
    instructions::LOAD_AND_BRANCH_SIZE,
    rom_bus::{MAX_INSTRUCTION_CYCLES, STACK_LINES, write_register},
    run_instructions,
};
use crate::{
    address::{ADDRESS_LINES, Device, is_cartridge, ram_index, tia_register},
    cartridge::Access,
    cpu::{Bus, Cpu},
    tia::registers::write,
};
use isa6502::Mnemonic;

/// The [`Past`] that this bus passes to its own functions. They ignore it, because this bus counts
/// cycles itself.
const NO_PAST: Past = Past { cycles: 0, data: 0 };

/// The bus for any code.
struct AnyCodeBus<'a> {
    console: &'a mut Console,
    /// The first cycle in which no instruction may begin; 0 if it must be computed first.
    end: u64,
    /// The number of complete frames at the start of the run. The run also ends when this number
    /// changes.
    frames: u64,
    /// True if no more instructions may begin in this run.
    done: bool,
    /// True while the board is at rest.
    at_rest: bool,
    /// The last access, if the board has not been told about it yet: the address, and the byte if
    /// the board drove it.
    unreported: Option<(u16, Option<u8>)>,
    /// The address of the last read that the board saw, if the board was at rest before it;
    /// otherwise 0.
    armed_by: u16,
    /// How many of the instruction's next bytes are already known. The board need not see the reads
    /// of these bytes.
    known_bytes: u8,
}

/// Runs one instruction of any code, or several if the board is one that can rest.
pub(crate) fn run_any_code(cpu: &mut Cpu, console: &mut Console) {
    let bus = AnyCodeBus {
        end: 0,
        frames: console.television.frames(),
        done: false,
        at_rest: console.cartridge.is_at_rest(),
        unreported: None,
        armed_by: 0,
        known_bytes: 0,
        console,
    };
    run_instructions(cpu, bus);
}

impl AnyCodeBus<'_> {
    /// Computes `end`. Returns false if the next instruction, at `pc`, must not begin.
    fn find_end(&mut self, pc: u16) -> bool {
        if self.done || self.console.television.frames() != self.frames {
            return false;
        }
        let clock = &mut self.console.clock;
        if self.at_rest
            && clock.cycle < clock.stall_end
            && clock.stall_end + MAX_INSTRUCTION_CYCLES < clock.horizon
            && is_cartridge(pc)
            && self.console.cartridge.is_timeless(pc)
        {
            // Skip the WSYNC stall, because nothing that the fetch does depends on time.
            clock.cycle = clock.stall_end;
        }
        let end = self.console.start_limit();
        match self.console.cartridge.can_rest() {
            true => self.end = end,
            false => self.done = true,
        }
        self.console.clock.cycle < end
    }

    /// Tells the board about the last access, if the board does not know it yet.
    fn report_last_access(&mut self) {
        if let Some((address, driven)) = self.unreported.take() {
            self.console.cartridge.record_last_access(address, driven);
        }
    }

    /// Performs a read as the console would, so that the board sees it.
    fn read_seen(&mut self, address: u16) -> u8 {
        self.report_last_access();
        let console = &mut *self.console;
        if !console.cartridge.can_rest() {
            // This read completes a fetch that RDY has held up. The board has already seen it.
            let data = console.read_before_horizon(address);
            console.clock.held = false;
            return data;
        }
        console.clock.held = false;
        if is_cartridge(address) {
            return self.read_board(address);
        }
        let data = console.read_before_horizon(address);
        self.at_rest = console.cartridge.is_at_rest();
        self.end = 0;
        data
    }

    /// Reads an address in the cartridge's window. The board must be one that can rest.
    fn read_board(&mut self, address: u16) -> u8 {
        let console = &mut *self.console;
        console.clock.cycle += 1;
        let data = console.cartridge.access(Access {
            address,
            data: console.clock.data,
            write: false,
            cycle: console.clock.cycle,
        });
        console.clock.data = data;
        self.armed_by = if self.at_rest { address } else { 0 };
        self.at_rest = console.cartridge.is_at_rest();
        data
    }

    /// Ends the cycle of an access that the board need not see, with `data` on the bus. `driven` is
    /// `data` if the board drove it, and `None` otherwise.
    fn end_cycle(&mut self, address: u16, data: u8, driven: Option<u8>) {
        let clock = &mut self.console.clock;
        (clock.cycle, clock.data, clock.held) = (clock.cycle + 1, data, false);
        self.unreported = Some((address & ADDRESS_LINES, driven));
    }

    /// Performs a read that the board need not see. If the board must see it, does nothing and
    /// returns `None`.
    fn read_quietly(&mut self, address: u16) -> Option<u8> {
        let console = &mut *self.console;
        let (data, driven) = match Device::at(address) {
            Device::Cartridge => {
                let data = console.cartridge.quiet_byte(address)?;
                (data, Some(data))
            }
            Device::Ram => (console.riot.ram()[ram_index(address)], None),
            Device::Riot => (console.riot.read(address, console.clock.cycle + 1), None),
            Device::Tia => return None,
        };
        self.end_cycle(address, data, driven);
        Some(data)
    }

    /// Performs a write that the board need not see. If the board must see it, does nothing and
    /// returns false.
    fn write_quietly(&mut self, address: u16, data: u8) -> bool {
        let console = &mut *self.console;
        match Device::at(address) {
            Device::Ram => console.riot.ram_mut()[ram_index(address)] = data,
            Device::Tia if tia_register(address) > write::RSYNC => {
                let cycle = console.clock.cycle + 1;
                write_register(console, tia_register(address), cycle, data);
                // `write_register` may already have set the clock to this cycle, which `end_cycle`
                // below counts again.
                console.clock.cycle = cycle - 1;
            }
            _ => return false,
        }
        self.end_cycle(address, data, None);
        true
    }
}

impl InstructionBus for AnyCodeBus<'_> {
    fn start(&mut self, pc: u16, s: u8) -> Option<Code> {
        let too_late = self.console.clock.cycle >= self.end && !self.find_end(pc);
        if too_late || s & STACK_LINES == 0 {
            return None;
        }
        let operand_cycle = self.console.clock.cycle + 2;
        if self.at_rest
            && is_cartridge(pc)
            && let Some((code, known)) = self.console.cartridge.code_ahead(pc, operand_cycle)
        {
            // The board need not see the fetch.
            self.known_bytes = known;
            self.end_cycle(pc, code.opcode, Some(code.opcode));
            return Some(code);
        }
        self.known_bytes = 0;
        // The operand is not read ahead: it is read in its own cycle.
        Some(Code {
            opcode: self.read(NO_PAST, pc),
            operand: 0,
        })
    }

    fn read(&mut self, _: Past, address: u16) -> u8 {
        let address = address & ADDRESS_LINES;
        let data = self.at_rest.then(|| self.read_quietly(address)).flatten();
        data.unwrap_or_else(|| self.read_seen(address))
    }

    fn write(&mut self, _: Past, address: u16, data: u8) {
        let address = address & ADDRESS_LINES;
        if !self.at_rest || !self.write_quietly(address, data) {
            self.report_last_access();
            self.console.write(address, data);
            self.at_rest = self.console.cartridge.is_at_rest();
            self.end = 0;
        }
    }

    fn write_last(&mut self, past: Past, address: u16, data: u8, pc: u16) -> u16 {
        self.write(past, address, data);
        pc
    }

    fn read_code(&mut self, pc: u16, ahead: u8) -> u8 {
        if self.known_bytes == 0 {
            return self.read(NO_PAST, pc);
        }
        self.known_bytes -= 1;
        self.end_cycle(pc, ahead, Some(ahead));
        ahead
    }

    fn repeat_loop(&mut self, _: Past, start: u16, branch: Mnemonic) {
        let console = &mut *self.console;
        let bytes = [0, 1, 2, 3, 4].map(|at| console.cartridge.quiet_byte(start.wrapping_add(at)));
        // A taken branch also reads the byte after the branch. That read may arm a resting board,
        // which then waits for an operand. But the next access is to a different address, which
        // disarms the board.
        let after = start.wrapping_add(LOAD_AND_BRANCH_SIZE) & ADDRESS_LINES;
        if (self.at_rest || self.armed_by == after)
            && is_cartridge(start)
            && start as u8 <= u8::MAX - LOAD_AND_BRANCH_SIZE as u8
            && console.cartridge.is_timeless(after)
            && let [Some(opcode), Some(low), Some(high), Some(_), Some(_)] = bytes
        {
            let code = (opcode, u16::from_le_bytes([low, high]));
            let time = [console.clock.cycle, self.end];
            console.clock.cycle += console.cycles_in_timer_loop(start, code, branch, time);
        }
    }

    fn refuse(&mut self) {
        (self.done, self.end) = (true, 0);
    }

    fn finish(mut self) {
        self.report_last_access();
        self.console.reach_noted_writes();
    }
}
