//! Instructions in one piece, for a bus on which nothing can stop them.
//!
//! The accesses are those of `cpu/steps.rs`, in the same order, and so is the state afterwards; the
//! vectors and the law of time hold the two equal. What is saved is the state machine: each opcode
//! has a function of its own, in which mode, operation and kind of access are constants. A loop
//! calls them by a table. The registers are in memory but for the program counter, so a call for an
//! access that is not plain spills no registers, and costs the other accesses nothing. A bus
//! may count time by instructions: it is told how much of one has [passed](Past).

mod execute;

use crate::cpu::{Cpu, Registers, working::Working};
use execute::Instruction;
use isa6502::{Mnemonic, OPCODES};

/// What has passed since the beginning of an instruction.
#[derive(Debug, Clone, Copy)]
pub struct Past {
    /// Cycles; on a bus that only peeks at the opcode its fetch is one of them.
    pub cycles: u8,
    /// The last byte on the bus, if there have been accesses.
    pub data: u8,
}

impl Past {
    /// After one more cycle, with this byte on the bus.
    #[inline(always)]
    pub(super) fn and(self, data: u8) -> Past {
        let cycles = self.cycles + 1;
        Past { cycles, data }
    }
}

/// Bytes of an absolute load and a branch behind it.
pub(super) const LOAD_AND_BRANCH: u16 = 5;

fn mnemonic(opcode: u8) -> Mnemonic {
    OPCODES[usize::from(opcode)].mnemonic
}

/// What [`Instruction::execute`] leaves of an instruction.
enum Rest {
    /// All of it: it does not run here.
    All,
    /// Its last cycle: a write.
    Write { address: u16, data: u8 },
    /// Its last cycle: the read of an operand.
    Read { address: u16 },
    /// Its last two cycles: an index has carried into the high byte of the operand's address, and
    /// the address without the carry is read before it.
    Carried { address: u16 },
    /// The rest of a branch that is taken: it leaves its page, or goes back to a load before it.
    Branch { target: u16 },
}

/// A bus on which whole instructions run. It makes sure that no read of theirs meets a low RDY
/// line.
pub trait InstructionBus {
    /// [`InstructionBus::start`] only peeks: it has no effect.
    const PEEKS: bool = false;

    /// Fetches the opcode at `pc` if the instruction there can run; `s` is the stack pointer.
    fn start(&mut self, pc: u16, s: u8) -> Option<Code>;

    /// A read in the next cycle.
    fn read(&mut self, past: Past, address: u16) -> u8;

    /// The read of an operand in the last cycle, if that is short work; `None`, with nothing done,
    /// if [`InstructionBus::read`] has to make it.
    #[inline(always)]
    fn try_read_last(&mut self, past: Past, address: u16) -> Option<u8> {
        Some(self.read(past, address))
    }

    /// A pointer in page zero, in two reads; its high byte wraps within the page.
    #[inline(always)]
    fn read_pointer(&mut self, past: Past, pointer: u8) -> u16 {
        let low = self.read(past, pointer.into());
        let high = self.read(past.and(low), pointer.wrapping_add(1).into());
        u16::from_le_bytes([low, high])
    }

    /// A write in the next cycle.
    fn write(&mut self, past: Past, address: u16, data: u8);

    /// A write in the last cycle, if that is short work; false, with nothing done, if
    /// [`InstructionBus::write_last`] has to make it.
    #[inline(always)]
    fn try_write_last(&mut self, _address: u16, _data: u8) -> bool {
        false
    }

    /// A write in the last cycle, and the end of the instruction. Returns `pc`, the program counter
    /// after it.
    fn write_last(&mut self, past: Past, address: u16, data: u8, pc: u16) -> u16;

    /// Two cells of RAM in page zero, from `low` on, if nothing but RAM takes part in accesses to
    /// them.
    #[inline(always)]
    fn zero_page_pair(&mut self, _low: u8) -> Option<&mut [u8; 2]> {
        None
    }

    /// [`InstructionBus::read_pointer`] of an instruction of which nothing has been done; `None` if
    /// it does not run here.
    #[inline(always)]
    fn pointer(&mut self, past: Past, pointer: u8) -> Option<u16> {
        Some(self.read_pointer(past, pointer))
    }

    /// A cell of RAM in page zero. Nothing but RAM takes part in accesses to it, and reads of other
    /// cells of the page have no effect.
    #[inline(always)]
    fn zero_page(&mut self, _address: u8) -> Option<&mut u8> {
        None
    }

    /// The read at `pc` of a byte of the instruction, which [`InstructionBus::start`] may have
    /// given.
    fn read_code(&mut self, pc: u16, ahead: u8) -> u8;

    /// The instruction ends with a jump out of its page, or farther.
    #[inline(always)]
    fn jump(&mut self, _past: Past, _pc: u16) {}

    /// A branch has gone back to `start`, to a loop of one load and itself. Time may pass here
    /// while every round would be the same.
    #[inline(always)]
    fn repeat_loop(&mut self, _past: Past, _start: u16, _branch: Mnemonic) {}

    /// The instruction is over.
    #[inline(always)]
    fn end(&mut self, _past: Past) {}

    /// False if the pushes of an instruction that reads after them may hold it up.
    fn can_push(&self, _s: u8) -> bool {
        true
    }

    /// No further instruction starts.
    fn refuse(&mut self);

    /// Ends the run.
    fn finish(self);
}

/// An instruction in memory.
#[derive(Debug, Clone, Copy)]
pub struct Code {
    /// Its first byte.
    pub opcode: u8,
    /// The two bytes after it, if reading them ahead has no effect.
    pub operand: u16,
}

/// The processor and its bus while instructions run.
struct Running<B> {
    /// Its `pc` is not used.
    registers: Working,
    bus: B,
    /// The opcode of an instruction that does not run here.
    refused: Option<u8>,
}

/// Runs the instruction at a program counter, with the two bytes after its opcode. The program
/// counter after it.
type Function<B> = fn(&mut Running<B>, u16, u16) -> u16;

macro_rules! functions {
    ($($high:literal)*) => {
        [$(functions!(@row $high 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15),)*]
    };
    (@row $high:literal $($low:literal)*) => { [$(Running::run::<{ 16 * $high + $low }>,)*] };
}

impl<B: InstructionBus> Running<B> {
    /// By opcode.
    const FUNCTIONS: [[Function<B>; 16]; 16] = functions!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);

    fn run<const OPCODE: u8>(&mut self, pc: u16, operand: u16) -> u16 {
        let mut instruction = Instruction {
            registers: &mut self.registers,
            bus: &mut self.bus,
            pc,
            ahead: operand.to_le_bytes(),
            past: Past {
                cycles: 0,
                data: OPCODE,
            },
        };
        let result = instruction.execute::<OPCODE>();
        let (next, past) = (instruction.pc, instruction.past);
        match result {
            Ok(()) => {
                self.bus.end(past);
                next
            }
            Err(Rest::Write { address, data }) => self.bus.write_last(past, address, data, next),
            Err(Rest::Read { address }) => self.read_last(past, address, OPCODE, next),
            Err(Rest::Carried { address }) => self.read_carried(past, address, OPCODE, next),
            Err(Rest::Branch { target }) => self.branch(past, next, target, OPCODE),
            Err(Rest::All) => {
                self.refused = Some(OPCODE);
                self.bus.refuse();
                pc
            }
        }
    }

    /// Makes [`Rest::Carried`], and ends the instruction. Returns `pc`, the program counter after
    /// it.
    #[inline(never)]
    fn read_carried(&mut self, past: Past, address: u16, opcode: u8, pc: u16) -> u16 {
        let data = self.bus.read(past, address.wrapping_sub(0x100));
        self.read_last(past.and(data), address, opcode, pc)
    }

    /// The same for [`Rest::Read`].
    #[inline(never)]
    fn read_last(&mut self, past: Past, address: u16, opcode: u8, pc: u16) -> u16 {
        let data = self.bus.read(past, address);
        self.registers.operate(mnemonic(opcode), data);
        self.bus.end(past.and(data));
        pc
    }

    /// Makes [`Rest::Branch`], with `pc` behind the branch, and ends the instruction.
    #[inline(never)]
    fn branch(&mut self, mut past: Past, pc: u16, target: u16, opcode: u8) -> u16 {
        let uncorrected = pc & 0xff00 | target & 0xff;
        if target != uncorrected {
            let data = self.bus.read(past, uncorrected);
            past = past.and(data);
            self.bus.jump(past, target);
        }
        if target == pc.wrapping_sub(LOAD_AND_BRANCH) {
            self.bus.repeat_loop(past, target, mnemonic(opcode));
        }
        self.bus.end(past);
        target
    }
}

/// Runs instructions from opcode fetch to opcode fetch, as long as the bus lets them start.
///
/// Does nothing if the processor is within an instruction. A jam, and pushes that the bus refuses,
/// are left to [`Cpu::cycle`].
#[inline(always)]
pub fn run_instructions<B: InstructionBus>(cpu: &mut Cpu, bus: B) {
    if !cpu.at_instruction() {
        return;
    }
    let mut pc = cpu.registers.pc;
    let mut running = Running {
        registers: cpu.registers.into(),
        bus,
        refused: None,
    };
    loop {
        let Running { registers, bus, .. } = &mut running;
        let Some(Code { opcode, operand }) = bus.start(pc, registers.s) else {
            break;
        };
        pc = Running::<B>::FUNCTIONS.as_flattened()[usize::from(opcode)](&mut running, pc, operand);
    }
    running.bus.finish();
    cpu.registers = Registers {
        pc,
        ..running.registers.into()
    };
    cpu.pins.address = pc;
    if let (Some(opcode), false) = (running.refused, B::PEEKS) {
        // Its opcode has been fetched.
        cpu.complete(opcode);
    }
}
