//! Runs the processor between two waits for the bus, and serves the library functions that the
//! program calls.

use super::{
    Elf, FIRST_NOPS, Stage,
    library::{self, FUNCTIONS, Function},
    memory::Map,
};
use crate::{
    Abort, Cpu, Exception, Stop,
    harmony::{End, Fault, Origin, Outcome, Time, Watch},
};

/// Maximum number of clocks that a program may run without waiting for the bus: half a second. A
/// program that runs longer is stopped.
const MAX_CLOCKS: u64 = 84_000_000;
/// Maximum number of instructions to run between checks of the clock.
const MAX_INSTRUCTIONS: u64 = 4_096;
/// Number of clocks that the longest instruction takes.
const MAX_INSTRUCTION_CLOCKS: u64 = 20;
/// The return address of the entry. There is no memory at this address, so an entry that returns
/// stops with a fault.
const NOWHERE: u32 = 0xffff_ffff;
/// The entry's first argument, which a multicart would supply: an NTSC console without extra
/// features.
const NTSC: u32 = 0;

impl Elf {
    /// Lets the processor continue. Called in the cycle that completes the last pending step on the
    /// bus.
    pub(super) fn resume(&mut self, cycle: u64, rom: &[u8]) {
        self.clock = self.clocks.clocks_at(cycle);
        self.last_wait = self.clock;
        match self.stage {
            Stage::StartUp => self.begin_constructor(0, rom),
            Stage::LeavingOverblank => {
                self.stage = Stage::Main;
                let words = [NTSC, self.clocks.kilohertz.wrapping_mul(1_000), 0];
                let offset = self.arguments.wrapping_sub(super::link::RAM) as usize;
                let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                if let Some(arguments) = self.ram.get_mut(offset..offset + bytes.len()) {
                    arguments.copy_from_slice(&bytes);
                }
                self.enter(self.entry, self.arguments, NOWHERE, rom);
            }
            _ => {}
        }
    }

    /// Begins the constructor with this index. If there is none, prepares to run the entry.
    fn begin_constructor(&mut self, index: u32, rom: &[u8]) {
        match self.constructors.get(index as usize) {
            Some(&function) => {
                self.stage = Stage::Constructor(index);
                let link = library::function_address(library::RETURN_STUB);
                self.enter(function, 0, link, rom);
            }
            None => {
                self.stage = Stage::LeavingOverblank;
                self.steps.end_overblank();
                self.steps.inject_nops(FIRST_NOPS);
            }
        }
    }

    fn enter(&mut self, function: u32, r0: u32, link: u32, rom: &[u8]) {
        let stack = self.stack();
        let mut map = memory_map(rom, &mut self.ram, self.clock);
        let mut cpu = Cpu::new(self.cpu.architecture(), function, &mut map);
        cpu.set_register(0, r0);
        cpu.set_register(13, stack);
        cpu.set_register(14, link);
        self.cpu = cpu;
        self.clock = map.clock;
    }

    /// Runs the processor until this bus cycle ends, or until the processor waits for the bus.
    pub(super) fn run(&mut self, cycle: u64, rom: &[u8], watch: &mut Watch<'_>) {
        let end = match self.time {
            Time::Model => self.clocks.clocks_at(cycle.wrapping_add(1)),
            Time::Zero => u64::MAX,
        };
        while self.steps.is_empty()
            && matches!(self.stage, Stage::Constructor(_) | Stage::Main)
            && self.clock < end
        {
            if self.clock.wrapping_sub(self.last_wait) > MAX_CLOCKS {
                self.stop(None, cycle);
                return;
            }
            let instructions = match watch {
                Some(watch) => {
                    watch(&self.cpu, self.clock.wrapping_sub(self.last_wait));
                    1
                }
                None => ((end - self.clock) / MAX_INSTRUCTION_CLOCKS).clamp(1, MAX_INSTRUCTIONS),
            };
            let mut map = memory_map(rom, &mut self.ram, self.clock);
            let run = self.cpu.run(&mut map, instructions);
            self.clock = map.clock;
            self.instructions = self.instructions.wrapping_add(run.instructions);
            match run.stop {
                Stop::Exception(Exception::SoftwareInterrupt(number))
                    if library::is_stub(self.cpu.pc()) =>
                {
                    self.serve(number, cycle, rom);
                }
                Stop::Exception(exception) => self.stop(Some(exception), cycle),
                Stop::Limit | Stop::StateChanged => {}
            }
        }
    }

    /// Serves a call to a library function.
    fn serve(&mut self, number: u8, cycle: u64, rom: &[u8]) {
        let [r0, r1, r2] = [0, 1, 2].map(|register| self.cpu.register(register));
        let pc = self.cpu.pc();
        match FUNCTIONS.get(usize::from(number)) {
            Some((_, function)) => {
                let result = self.compute(*function, [r0, r1, r2], rom);
                if result.is_err() {
                    self.stop(Some(Exception::DataAbort(r0)), cycle);
                    return;
                }
                let mut map = memory_map(rom, &mut self.ram, self.clock);
                self.cpu.jump(pc.wrapping_add(2), &mut map);
                self.clock = map.clock;
                if !self.steps.is_empty() {
                    self.record_wait(number, cycle, End::Returned);
                }
            }
            None => {
                let Stage::Constructor(index) = self.stage else {
                    self.stop(Some(Exception::PrefetchAbort), cycle);
                    return;
                };
                self.begin_constructor(index.wrapping_add(1), rom);
            }
        }
    }

    /// Does a library function's work on registers and memory, or begins its steps on the bus.
    fn compute(
        &mut self,
        function: Function,
        [r0, r1, r2]: [u32; 3],
        rom: &[u8],
    ) -> Result<(), Abort> {
        let mut map = memory_map(rom, &mut self.ram, self.clock);
        match function {
            Function::Random => {
                self.random = next_random(self.random);
                self.cpu.set_register(0, self.random);
                return Ok(());
            }
            Function::Fill => map.ram_range(r0, r2)?.fill(r1 as u8),
            Function::Copy => {
                let bytes = map.copy_range(r1, r2)?;
                map.ram_range(r0, r2)?.copy_from_slice(&bytes);
            }
            _ => {
                self.steps.add_function(function, r0, r1);
                return Ok(());
            }
        }
        // Copying takes at least one clock per word.
        self.clock = self.clock.wrapping_add(u64::from(r2) / 4);
        Ok(())
    }

    /// Stops the program after a fault.
    fn stop(&mut self, exception: Option<Exception>, cycle: u64) {
        let fault = Fault {
            exception,
            opcode: self.cpu.opcode(),
            registers: std::array::from_fn(|number| self.cpu.register(number)),
        };
        self.stage = Stage::Stopped;
        self.record_wait(
            0,
            cycle,
            exception.map_or(End::TooLong(fault), |_| End::Fault(fault)),
        );
    }

    /// Records the instructions since the last wait.
    fn record_wait(&mut self, function: u8, cycle: u64, end: End) {
        let outcome = Outcome {
            origin: Origin {
                function,
                address: self.address,
                bank: 0,
                cycle,
            },
            instructions: self.instructions,
            clocks: self.clock.wrapping_sub(self.last_wait),
            end,
        };
        self.instructions = 0;
        self.record.add(outcome);
    }
}

fn memory_map<'a>(rom: &'a [u8], ram: &'a mut [u8], clock: u64) -> Map<'a> {
    Map { rom, ram, clock }
}

/// Returns the next number of a generator with a period of 2^32 - 1.
// G. Marsaglia, "Xorshift RNGs".
fn next_random(mut random: u32) -> u32 {
    random ^= random << 13;
    random ^= random >> 17;
    random ^ random << 5
}
