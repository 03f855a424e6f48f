//! Instructions in one piece, for a bus on which nothing can stop them.
//!
//! The accesses are those of `cpu/steps.rs`, in the same order, and so is the state afterwards; the
//! vectors and the law of time hold the two equal. What is saved is the state machine: each opcode
//! has a function of its own, in which mode, operation and kind of access are constants. A loop
//! calls them by a table. The registers are in memory but for the program counter, so a call within
//! a function, for an access that is not plain, saves nothing, and costs the others nothing. A bus
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
const LOAD_AND_BRANCH: u16 = 5;

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
    /// Its last two cycles: an index has carried into the high byte of an operand's address, so
    /// another address is read before it.
    Carried { uncorrected: u16, address: u16 },
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

    /// The instruction runs; if [`InstructionBus::start`] has only peeked, this is its fetch.
    #[inline(always)]
    fn begin(&mut self, _opcode: u8, _registers: impl FnOnce() -> Registers) {}

    /// A read in the next cycle.
    fn read(&mut self, past: Past, address: u16) -> u8;

    /// The read of an instruction's operand in memory.
    #[inline(always)]
    fn read_operand(&mut self, past: Past, address: u16) -> u8 {
        self.read(past, address)
    }

    /// The same in the last cycle, if that is short work; `None`, with nothing done, if
    /// [`InstructionBus::read_operand`] has to make it.
    #[inline(always)]
    fn try_read_last(&mut self, past: Past, address: u16) -> Option<u8> {
        Some(self.read_operand(past, address))
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

    /// Two cells of RAM at the stack, from `$0100` + `low` on, if nothing but RAM takes part in
    /// accesses to them.
    #[inline(always)]
    fn stack_pair(&mut self, _low: u8) -> Option<&mut [u8; 2]> {
        None
    }

    /// The same in page zero.
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
    /// All but the program counter.
    registers: Working,
    bus: B,
    /// The opcode of an instruction that does not run here.
    refused: Option<u8>,
}

/// Runs the instruction at a program counter, with the two bytes after its opcode. The program
/// counter after it.
type Function<B> = fn(&mut Running<B>, u16, u16) -> u16;

macro_rules! functions {
    ($($opcode:literal)*) => { [$(Running::run::<$opcode>,)*] };
}

impl<B: InstructionBus> Running<B> {
    /// By opcode.
    #[rustfmt::skip]
    const FUNCTIONS: [Function<B>; 256] = functions!(
        0x00 0x01 0x02 0x03 0x04 0x05 0x06 0x07 0x08 0x09 0x0a 0x0b 0x0c 0x0d 0x0e 0x0f
        0x10 0x11 0x12 0x13 0x14 0x15 0x16 0x17 0x18 0x19 0x1a 0x1b 0x1c 0x1d 0x1e 0x1f
        0x20 0x21 0x22 0x23 0x24 0x25 0x26 0x27 0x28 0x29 0x2a 0x2b 0x2c 0x2d 0x2e 0x2f
        0x30 0x31 0x32 0x33 0x34 0x35 0x36 0x37 0x38 0x39 0x3a 0x3b 0x3c 0x3d 0x3e 0x3f
        0x40 0x41 0x42 0x43 0x44 0x45 0x46 0x47 0x48 0x49 0x4a 0x4b 0x4c 0x4d 0x4e 0x4f
        0x50 0x51 0x52 0x53 0x54 0x55 0x56 0x57 0x58 0x59 0x5a 0x5b 0x5c 0x5d 0x5e 0x5f
        0x60 0x61 0x62 0x63 0x64 0x65 0x66 0x67 0x68 0x69 0x6a 0x6b 0x6c 0x6d 0x6e 0x6f
        0x70 0x71 0x72 0x73 0x74 0x75 0x76 0x77 0x78 0x79 0x7a 0x7b 0x7c 0x7d 0x7e 0x7f
        0x80 0x81 0x82 0x83 0x84 0x85 0x86 0x87 0x88 0x89 0x8a 0x8b 0x8c 0x8d 0x8e 0x8f
        0x90 0x91 0x92 0x93 0x94 0x95 0x96 0x97 0x98 0x99 0x9a 0x9b 0x9c 0x9d 0x9e 0x9f
        0xa0 0xa1 0xa2 0xa3 0xa4 0xa5 0xa6 0xa7 0xa8 0xa9 0xaa 0xab 0xac 0xad 0xae 0xaf
        0xb0 0xb1 0xb2 0xb3 0xb4 0xb5 0xb6 0xb7 0xb8 0xb9 0xba 0xbb 0xbc 0xbd 0xbe 0xbf
        0xc0 0xc1 0xc2 0xc3 0xc4 0xc5 0xc6 0xc7 0xc8 0xc9 0xca 0xcb 0xcc 0xcd 0xce 0xcf
        0xd0 0xd1 0xd2 0xd3 0xd4 0xd5 0xd6 0xd7 0xd8 0xd9 0xda 0xdb 0xdc 0xdd 0xde 0xdf
        0xe0 0xe1 0xe2 0xe3 0xe4 0xe5 0xe6 0xe7 0xe8 0xe9 0xea 0xeb 0xec 0xed 0xee 0xef
        0xf0 0xf1 0xf2 0xf3 0xf4 0xf5 0xf6 0xf7 0xf8 0xf9 0xfa 0xfb 0xfc 0xfd 0xfe 0xff
    );

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
            Err(Rest::Read { address }) => {
                self.read_last(past, address, OPCODE);
                next
            }
            Err(Rest::Carried {
                uncorrected,
                address,
            }) => {
                self.read_carried(past, uncorrected, address, OPCODE);
                next
            }
            Err(Rest::Branch { target }) => self.branch(past, next, target, OPCODE),
            Err(Rest::All) => {
                self.refused = Some(OPCODE);
                self.bus.refuse();
                pc
            }
        }
    }

    /// Makes [`Rest::Carried`], and ends the instruction.
    #[inline(never)]
    fn read_carried(&mut self, past: Past, uncorrected: u16, address: u16, opcode: u8) {
        let data = self.bus.read(past, uncorrected);
        self.read_last(past.and(data), address, opcode);
    }

    /// Makes [`Rest::Read`], and ends the instruction.
    #[inline(never)]
    fn read_last(&mut self, past: Past, address: u16, opcode: u8) {
        let data = self.bus.read_operand(past, address);
        self.registers.operate(mnemonic(opcode), data);
        self.bus.end(past.and(data));
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
/// In the middle of an instruction nothing happens. A jam, and pushes that the bus refuses, are
/// left to [`Cpu::cycle`].
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
        pc = Running::<B>::FUNCTIONS[usize::from(opcode)](&mut running, pc, operand);
    }
    running.bus.finish();
    cpu.registers = with_pc(running.registers, pc);
    cpu.pins.address = pc;
    if let (Some(opcode), false) = (running.refused, B::PEEKS) {
        // Its opcode has been fetched.
        cpu.complete(opcode);
    }
}

fn with_pc(registers: Working, pc: u16) -> Registers {
    Registers {
        pc,
        ..registers.into()
    }
}
