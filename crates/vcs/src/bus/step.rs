//! An instruction that is about to be executed.

use super::{Console, VideoChip};
use crate::{Place, address::is_cartridge, cpu::Registers};
use isa6502::{Access, Disassembly, Mnemonic, Mode, OPCODES, disassemble};

/// An instruction about to be executed, and the state before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The beam's position: frame, scanline and color clock.
    pub place: Place,
    /// Number of CPU cycles since power-on.
    pub cycle: u64,
    /// Bank of the cartridge that contains the instruction.
    pub bank: usize,
    /// The registers before the instruction. `pc` is the address of the instruction.
    pub registers: Registers,
    /// The instruction.
    pub instruction: Disassembly,
    /// The address that the instruction reads or writes, as the processor computes it; `None` for
    /// an instruction without such an access, for example a jump.
    pub effective: Option<u16>,
    /// Bank of the cartridge that contains the effective address. If that address is outside the
    /// cartridge, this is the bank of the instruction.
    pub effective_bank: usize,
    /// The byte at the effective address or, for a write, the byte that will be written; `None` if
    /// it is not known in advance.
    pub value: Option<u8>,
}

impl Step {
    /// Returns the kind of access at the effective address.
    pub fn access(&self) -> Access {
        self.instruction
            .opcode()
            .map_or(Access::None, |opcode| opcode.mnemonic.access())
    }
}

/// The part of the state that must be recorded before an opcode fetch. The rest of the state can
/// still be read after the fetch.
///
/// This record must be small: while RDY holds up a fetch, a new record is made in every cycle, for
/// up to 76 cycles.
#[derive(Debug, Clone, Copy)]
pub struct BeforeStep {
    pub(crate) place: Place,
    pub(crate) cycle: u64,
    pub(crate) registers: Registers,
}

impl BeforeStep {
    pub(crate) fn new(place: Place, cycle: u64, registers: Registers) -> BeforeStep {
        BeforeStep {
            place,
            cycle,
            registers,
        }
    }

    /// Returns the instruction whose opcode is fetched directly after this state. This function may
    /// be called before or after the fetch.
    pub(crate) fn to_step(self, console: &Console<impl VideoChip>) -> Step {
        let pc = self.registers.pc;
        let byte = |address| console.peek(address);
        let mut bytes = [byte(pc), 0, 0];
        let length = OPCODES[usize::from(bytes[0])].length();
        for offset in 1..length {
            bytes[usize::from(offset)] = byte(pc.wrapping_add(offset.into()));
        }
        let instruction = disassemble(pc, &bytes);
        let effective = effective_address(&instruction, &self.registers, byte);
        let registers = self.registers;
        let value = |address| value(&instruction, &registers, address, byte);
        let bank = console.cartridge.bank(registers.pc);
        Step {
            place: self.place,
            cycle: self.cycle,
            bank,
            registers,
            instruction,
            effective,
            effective_bank: match effective {
                Some(address) if is_cartridge(address) => console.cartridge.bank(address),
                _ => bank,
            },
            value: effective.and_then(value),
        }
    }
}

#[inline]
fn effective_address(
    instruction: &Disassembly,
    registers: &Registers,
    byte: impl Fn(u16) -> u8,
) -> Option<u16> {
    let opcode = instruction.opcode()?;
    if opcode.mnemonic.access() == Access::None {
        return None;
    }
    let operand = instruction.operand()?;
    let (x, y) = (u16::from(registers.x), u16::from(registers.y));
    let pointer = |low: u16| {
        let byte = |address: u16| byte(address & 0xff);
        u16::from_le_bytes([byte(low), byte(low + 1)])
    };
    Some(match opcode.mode {
        Mode::ZeroPage | Mode::Absolute => operand,
        Mode::ZeroPageX => (operand + x) & 0xff,
        Mode::ZeroPageY => (operand + y) & 0xff,
        Mode::AbsoluteX => operand.wrapping_add(x),
        Mode::AbsoluteY => operand.wrapping_add(y),
        Mode::IndexedIndirect => pointer(operand + x),
        Mode::IndirectIndexed => pointer(operand).wrapping_add(y),
        _ => return None,
    })
}

#[inline]
fn value(
    instruction: &Disassembly,
    registers: &Registers,
    address: u16,
    byte: impl Fn(u16) -> u8,
) -> Option<u8> {
    let mnemonic = instruction.opcode()?.mnemonic;
    match (mnemonic, mnemonic.access()) {
        (Mnemonic::Sta, _) => Some(registers.a),
        (Mnemonic::Stx, _) => Some(registers.x),
        (Mnemonic::Sty, _) => Some(registers.y),
        (Mnemonic::Sax, _) => Some(registers.a & registers.x),
        (_, Access::Read | Access::Modify) => Some(byte(address)),
        _ => None,
    }
}
