//! Runs whole instructions on a bus on which nothing can hold them up.
//!
//! The accesses are those of `cpu/steps.rs`, in the same order, and the registers end with the same
//! values. The test vectors check this, and so does `tests/law.rs`, which checks that the way in
//! which a machine is run does not change its results. There is no state machine: each opcode has
//! its own function, in which mode, operation and kind of access are constants, and a loop calls
//! these functions through a table. All registers but the program counter are kept in memory, so
//! that calls for special accesses need not save them and do not slow down ordinary accesses. Each
//! call to the bus passes the time since the instruction started ([`Past`]), so a bus need not
//! count time more than once per instruction.

mod bus;
mod execute;

use crate::cpu::{Cpu, Registers, working::Working};
pub(super) use bus::LOAD_AND_BRANCH_SIZE;
use bus::Tail;
pub use bus::{Code, InstructionBus, Past};
use execute::Instruction;
use isa6502::{Mnemonic, OPCODES};

fn mnemonic(opcode: u8) -> Mnemonic {
    OPCODES[usize::from(opcode)].mnemonic
}

/// The processor and its bus while instructions are running.
struct Running<B> {
    /// The registers; their `pc` is not used.
    registers: Working,
    bus: B,
    /// The opcode of an instruction that cannot run here.
    refused: Option<u8>,
}

/// A function that runs one instruction. It takes the program counter and the two bytes after the
/// opcode, and returns the program counter after the instruction.
type Function<B> = fn(&mut Running<B>, u16, u16) -> u16;

macro_rules! functions {
    ($($high:literal)*) => {
        [$(functions!(@row $high 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15),)*]
    };
    (@row $high:literal $($low:literal)*) => { [$(Running::run::<{ 16 * $high + $low }>,)*] };
}

impl<B: InstructionBus> Running<B> {
    /// The functions, indexed by the two hexadecimal digits of the opcode.
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
            Err(Tail::Write { address, data }) => self.bus.write_last(past, address, data, next),
            Err(Tail::Read { address }) => self.read_last(past, address, OPCODE, next),
            Err(Tail::Carried { address }) => self.read_carried(past, address, OPCODE, next),
            Err(Tail::Branch { target }) => self.branch(past, next, target, OPCODE),
            Err(Tail::All) => {
                self.refused = Some(OPCODE);
                self.bus.refuse();
                pc
            }
        }
    }

    /// Executes [`Tail::Carried`], which ends the instruction. Returns `pc`, the program counter
    /// after the instruction.
    #[inline(never)]
    fn read_carried(&mut self, past: Past, address: u16, opcode: u8, pc: u16) -> u16 {
        let data = self.bus.read(past, address.wrapping_sub(0x100));
        self.read_last(past.and(data), address, opcode, pc)
    }

    /// Executes [`Tail::Read`], which ends the instruction. Returns `pc`, the program counter after
    /// the instruction.
    #[inline(never)]
    fn read_last(&mut self, past: Past, address: u16, opcode: u8, pc: u16) -> u16 {
        let data = match mnemonic(opcode) {
            Mnemonic::Nop => self.bus.read_unused(past, address, pc),
            _ => self.bus.read(past, address),
        };
        self.registers.operate(mnemonic(opcode), data);
        self.bus.end(past.and(data));
        pc
    }

    /// Executes [`Tail::Branch`], which ends the instruction. `pc` is the address after the branch.
    #[inline(never)]
    fn branch(&mut self, mut past: Past, pc: u16, target: u16, opcode: u8) -> u16 {
        let uncorrected = pc & 0xff00 | target & 0xff;
        if target != uncorrected {
            let data = self.bus.read(past, uncorrected);
            past = past.and(data);
            self.bus.jump(past, target);
        }
        if target == pc.wrapping_sub(LOAD_AND_BRANCH_SIZE) {
            self.bus.repeat_loop(past, target, mnemonic(opcode));
        }
        self.bus.end(past);
        target
    }
}

/// Runs whole instructions for as long as the bus lets them start.
///
/// Does nothing if the processor is in the middle of an instruction. Leaves opcodes that jam, and
/// instructions that the bus refuses, to [`Cpu::cycle`].
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
        // A bus that does not peek has already fetched the opcode.
        cpu.complete(opcode);
    }
}
