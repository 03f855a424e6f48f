//! The processor: registers, pipeline, and execution loop.

use crate::{Cycle, Exception, Memory, Mode, Status, banks::Banks};
use serde::{Deserialize, Serialize};

/// The instruction set of the processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Architecture {
    /// ARM and Thumb state of the ARM7TDMI-S.
    V4T,
    /// Only Thumb, with the extensions of ARMv6-M. Its exceptions are reported, but their handlers
    /// are never entered.
    V6M,
}

/// The processor between two instructions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cpu {
    /// R15 is the address of the last fetched instruction. Between instructions it is one
    /// instruction ahead of the next one; during execution it is two ahead of the current one.
    pub(crate) registers: [u32; 16],
    pub(crate) status: Status,
    pub(crate) banks: Banks,
    /// The next two instructions, already fetched.
    pub(crate) pipeline: [u32; 2],
    /// The kind of bus cycle that the next fetch makes.
    pub(crate) fetch: Cycle,
    pub(crate) architecture: Architecture,
}

/// The reason [`Cpu::run`] returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The requested number of instructions has been executed.
    Limit,
    /// The last instruction switched between ARM and Thumb state.
    StateChanged,
    /// The next instruction cannot complete; see [`Cpu::step`].
    Exception(Exception),
}

/// The result of [`Cpu::run`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// Number of completed instructions.
    pub instructions: u64,
    /// The reason the run ended.
    pub stop: Stop,
}

/// Opcodes that a failed fetch puts into the pipeline. They are undefined instructions.
const FAILED_THUMB_FETCH: u32 = 0xb100;
const FAILED_ARM_FETCH: u32 = 0xe7f0_00f0;

impl Cpu {
    /// Creates a processor that will execute the instruction at `entry`; bit 0 of `entry` selects
    /// Thumb state. The processor is in supervisor mode with interrupts off, as after a reset, and
    /// all registers are 0.
    pub fn new(architecture: Architecture, entry: u32, memory: &mut impl Memory) -> Cpu {
        let mut cpu = Cpu {
            registers: [0; 16],
            status: Status {
                negative: false,
                zero: false,
                carry: false,
                overflow: false,
                irq_disabled: true,
                fiq_disabled: true,
                thumb: entry & 1 != 0 || architecture == Architecture::V6M,
                mode: Mode::Supervisor,
            },
            banks: Banks::default(),
            pipeline: [0; 2],
            fetch: Cycle::NonSequential,
            architecture,
        };
        cpu.jump(entry, memory);
        cpu
    }

    /// Returns the architecture.
    pub fn architecture(&self) -> Architecture {
        self.architecture
    }

    /// Returns the address of the next instruction.
    pub fn pc(&self) -> u32 {
        self.registers[15].wrapping_sub(self.instruction_bytes())
    }

    /// Returns the next instruction's opcode: a halfword in Thumb state.
    pub fn opcode(&self) -> u32 {
        self.pipeline[0]
    }

    /// Returns the opcode of the instruction after the next one, which is already fetched.
    pub fn following_opcode(&self) -> u32 {
        self.pipeline[1]
    }

    /// Returns one of R0 to R14 in the current mode. If `number` is 15, returns the address of the
    /// next instruction.
    ///
    /// # Panics
    ///
    /// If `number` is above 15.
    pub fn register(&self, number: usize) -> u32 {
        match number {
            15 => self.pc(),
            _ => self.registers[number],
        }
    }

    /// Sets one of R0 to R14 in the current mode.
    ///
    /// # Panics
    ///
    /// If `number` is above 14. Use [`Cpu::jump`] to set R15.
    pub fn set_register(&mut self, number: usize, value: u32) {
        self.registers[..15][number] = value;
    }

    /// Returns the current program status register.
    pub fn status(&self) -> &Status {
        &self.status
    }

    /// Sets the flags, the interrupt masks and the mode, but not the instruction set.
    pub fn set_status(&mut self, status: Status) {
        self.set_mode(status.mode);
        let thumb = self.status.thumb;
        self.status = Status { thumb, ..status };
    }

    /// Returns the current mode's saved program status register; `None` in user and system mode.
    pub fn saved_status(&self) -> Option<u32> {
        self.banks.saved_status(self.status.mode)
    }

    /// Sets the saved program status register of the current mode, if it has one.
    pub fn set_saved_status(&mut self, bits: u32) {
        if let Some(saved) = self.banks.saved_status_mut(self.status.mode) {
            *saved = bits;
        }
    }

    /// Continues at `address` in the current instruction set: fetches the first two instructions.
    pub fn jump(&mut self, address: u32, memory: &mut impl Memory) {
        if self.status.thumb {
            self.branch_thumb(address, memory)
        } else {
            self.branch_arm(address, memory)
        }
    }

    /// Continues at `address`, whose bit 0 selects Thumb state, as BX does.
    #[inline]
    pub fn jump_exchange(&mut self, address: u32, memory: &mut impl Memory) {
        self.status.thumb = address & 1 != 0;
        self.jump(address, memory);
    }

    /// Executes one instruction.
    ///
    /// # Errors
    ///
    /// An [`Exception`] if the instruction does not complete. The processor is still at that
    /// instruction.
    #[inline]
    pub fn step(&mut self, memory: &mut impl Memory) -> Result<(), Exception> {
        if self.status.thumb {
            self.step_thumb(memory)
        } else {
            self.step_arm(memory)
        }
    }

    /// Executes up to `limit` instructions. Stops early after an instruction that switches between
    /// ARM and Thumb state, or before one that cannot complete.
    pub fn run(&mut self, memory: &mut impl Memory, limit: u64) -> Run {
        let thumb = self.status.thumb;
        let mut instructions = 0;
        let stop = loop {
            if instructions == limit {
                break Stop::Limit;
            }
            let step = if thumb {
                self.step_thumb(memory)
            } else {
                self.step_arm(memory)
            };
            if let Err(exception) = step {
                break Stop::Exception(exception);
            }
            instructions += 1;
            if self.status.thumb != thumb {
                break Stop::StateChanged;
            }
        };
        Run { instructions, stop }
    }

    #[inline(always)]
    fn step_thumb(&mut self, memory: &mut impl Memory) -> Result<(), Exception> {
        let opcode = self.pipeline[0];
        let address = self.registers[15].wrapping_add(2);
        self.registers[15] = address;
        self.pipeline = [self.pipeline[1], fetch_thumb(address, self.fetch, memory)];
        self.fetch = Cycle::Sequential;
        self.execute_thumb(opcode, memory)
            .map_err(|exception| self.rewind_to_failed_instruction(opcode, exception, memory))
    }

    #[inline(always)]
    fn step_arm(&mut self, memory: &mut impl Memory) -> Result<(), Exception> {
        let opcode = self.pipeline[0];
        let address = self.registers[15].wrapping_add(4);
        self.registers[15] = address;
        self.pipeline = [self.pipeline[1], fetch_arm(address, self.fetch, memory)];
        self.fetch = Cycle::Sequential;
        if !self.status.meets(opcode >> 28) {
            return Ok(());
        }
        self.execute_arm(opcode, memory)
            .map_err(|exception| self.rewind_to_failed_instruction(opcode, exception, memory))
    }

    /// Moves the processor back to the instruction that did not complete, and returns the exception
    /// to report. An instruction that is undefined only because its fetch failed becomes a prefetch
    /// abort.
    #[cold]
    fn rewind_to_failed_instruction(
        &mut self,
        opcode: u32,
        exception: Exception,
        memory: &mut impl Memory,
    ) -> Exception {
        self.registers[15] = self.registers[15].wrapping_sub(self.instruction_bytes());
        self.pipeline = [opcode, self.pipeline[0]];
        let fetched = if self.status.thumb {
            memory.fetch16(self.pc(), Cycle::NonSequential).is_ok()
        } else {
            memory.fetch32(self.pc(), Cycle::NonSequential).is_ok()
        };
        match exception {
            Exception::Undefined if !fetched => Exception::PrefetchAbort,
            _ => exception,
        }
    }

    #[inline(always)]
    pub(crate) fn branch_thumb(&mut self, address: u32, memory: &mut impl Memory) {
        let address = address & !1;
        let next = address.wrapping_add(2);
        self.registers[15] = next;
        self.pipeline[0] = fetch_thumb(address, Cycle::NonSequential, memory);
        self.pipeline[1] = fetch_thumb(next, Cycle::Sequential, memory);
        self.fetch = Cycle::Sequential;
    }

    #[inline(always)]
    pub(crate) fn branch_arm(&mut self, address: u32, memory: &mut impl Memory) {
        let address = address & !3;
        let next = address.wrapping_add(4);
        self.registers[15] = next;
        self.pipeline[0] = fetch_arm(address, Cycle::NonSequential, memory);
        self.pipeline[1] = fetch_arm(next, Cycle::Sequential, memory);
        self.fetch = Cycle::Sequential;
    }

    pub(crate) fn instruction_bytes(&self) -> u32 {
        if self.status.thumb { 2 } else { 4 }
    }

    pub(crate) fn set_mode(&mut self, mode: Mode) {
        self.banks
            .switch(&mut self.registers, self.status.mode, mode);
        self.status.mode = mode;
    }
}

// Aligns the address, because R15 can be odd in a damaged saved state.
#[inline(always)]
fn fetch_thumb(address: u32, cycle: Cycle, memory: &mut impl Memory) -> u32 {
    match memory.fetch16(address & !1, cycle) {
        Ok(opcode) => u32::from(opcode),
        Err(_) => FAILED_THUMB_FETCH,
    }
}

#[inline(always)]
fn fetch_arm(address: u32, cycle: Cycle, memory: &mut impl Memory) -> u32 {
    memory
        .fetch32(address & !3, cycle)
        .unwrap_or(FAILED_ARM_FETCH)
}
