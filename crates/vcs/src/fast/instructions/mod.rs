//! Instructions in one piece, for a bus on which nothing can stop them.
//!
//! The accesses are those of `cpu/steps.rs`, in the same order, and so is the state afterwards; the
//! vectors and the law of time hold the two equal. What is saved is the state machine: each opcode
//! has a function of its own, in which mode, operation and kind of access are constants, and the
//! registers are values of the loop. So everything here is inlined into [`run_instructions`].

mod execute;

use crate::cpu::{Bus, Cpu, Registers, working::Working};
use execute::Running;
use isa6502::Mnemonic;

/// A bus on which whole instructions run. It makes sure that no read of theirs meets a low RDY
/// line.
pub trait InstructionBus: Bus {
    /// [`InstructionBus::start`] only peeks: it has no effect.
    const PEEKS: bool = false;

    /// Takes note of the registers before each instruction, where the bus needs them.
    #[inline(always)]
    fn note_registers(&mut self, _registers: impl Fn() -> Registers) {}

    /// Fetches the opcode at `pc` if the instruction there can run; `s` is the stack pointer.
    fn start(&mut self, pc: u16, s: u8) -> Option<Code>;

    /// The instruction at `pc` runs.
    #[inline(always)]
    fn begin(&mut self, _pc: u16, _opcode: u8) {}

    /// The opcode fetch, if [`InstructionBus::start`] has only peeked.
    fn fetch(&mut self) {}

    /// The read of an instruction's operand in memory.
    #[inline(always)]
    fn read_operand(&mut self, address: u16) -> u8 {
        self.read(address)
    }

    /// The read at `pc` of a byte of the instruction, which [`InstructionBus::start`] may have
    /// given.
    fn read_code(&mut self, pc: u16, ahead: u8) -> u8;

    /// The instruction ends with a jump out of its page, or farther.
    fn jump(&mut self, _pc: u16) {}

    /// A branch has gone back to `start`, to a loop of one load and itself. Time may pass here
    /// while every round would be the same.
    fn repeat_loop(&mut self, _start: u16, _branch: Mnemonic) {}

    /// False if the pushes of an instruction that reads after them may hold it up.
    fn can_push(&self, _s: u8) -> bool {
        true
    }

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

macro_rules! dispatch {
    ($running:ident, $opcode:expr; $($code:literal)*) => {
        match $opcode { $($code => $running.execute::<$code>(),)* }
    };
}

/// Runs instructions from opcode fetch to opcode fetch, as long as the bus lets them start.
///
/// In the middle of an instruction nothing happens. A jam, and pushes that the bus refuses, are
/// left to [`Cpu::cycle`].
#[inline(always)]
pub fn run_instructions<B: InstructionBus>(cpu: &mut Cpu, mut bus: B) {
    if !cpu.at_instruction() {
        return;
    }
    let mut registers = Working::from(cpu.registers);
    loop {
        bus.note_registers(|| registers.into());
        let Some(Code { opcode, operand }) = bus.start(registers.pc, registers.s) else {
            break;
        };
        let mut running = Running {
            registers: &mut registers,
            bus: &mut bus,
            ahead: operand.to_le_bytes(),
        };
        #[rustfmt::skip]
        let has_run = dispatch!(running, opcode;
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
        if !has_run {
            bus.finish();
            return leave_to_cycles(cpu, B::PEEKS, registers.into(), opcode);
        }
    }
    bus.finish();
    cpu.registers = registers.into();
    cpu.pins.address = registers.pc;
}

/// The instruction at the program counter does not run here: its opcode has been fetched, or just
/// peeked at.
#[cold]
fn leave_to_cycles(cpu: &mut Cpu, peeked: bool, registers: Registers, opcode: u8) {
    cpu.registers = registers;
    cpu.pins.address = registers.pc;
    if !peeked {
        cpu.complete(opcode);
    }
}
