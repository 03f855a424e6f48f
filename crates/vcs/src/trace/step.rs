//! One instruction before it is executed.

use super::Symbols;
use crate::{Machine, Place, cpu::Registers};
use isa6502::{Access, Disassembly, Mnemonic, Mode, disassemble};

/// An instruction about to be executed, and the state that it finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// When.
    pub place: Place,
    /// CPU cycles since power-on.
    pub cycle: u64,
    /// Bank of the cartridge that the instruction lies in.
    pub bank: usize,
    /// The registers before; `pc` is the instruction's address.
    pub registers: Registers,
    /// The instruction.
    pub instruction: Disassembly,
    /// The address that it reads or writes, as the processor forms it, but not that of a jump.
    pub effective: Option<u16>,
    /// The byte that it finds there, or will write there, where that is known beforehand.
    pub value: Option<u8>,
}

impl Step {
    /// Looks at the instruction that a machine is about to execute, without side effects.
    pub fn look(machine: &Machine, place: Place) -> Step {
        Before::look(machine, place).step(machine)
    }

    /// The instruction as text, with names where there are any.
    pub fn text(&self, symbols: &Symbols) -> String {
        let write = self.access() == Access::Write;
        let name = |address: u16| {
            let own = symbols.name(address).filter(|_| address >= 0x80);
            own.or_else(|| super::symbols::register_name(address, write))
        };
        self.instruction.with_names(name).to_string()
    }

    /// True if it writes to a register of the TIA or the RIOT.
    pub fn writes_register(&self) -> bool {
        let writes = matches!(self.access(), Access::Write | Access::Modify);
        self.effective
            .is_some_and(|address| writes && super::bus::register_at(address).is_some())
    }

    /// What the instruction does at its effective address.
    pub fn access(&self) -> Access {
        self.instruction
            .opcode()
            .map_or(Access::None, |opcode| opcode.mnemonic.access())
    }
}

/// What must be noted before an opcode is fetched; the rest can be seen after it.
///
/// A fetch that RDY holds up is made again, up to 76 times; so this is small.
#[derive(Debug, Clone, Copy)]
pub struct Before {
    place: Place,
    cycle: u64,
    registers: Registers,
}

impl Before {
    /// Notes the state of a machine between two instructions.
    pub fn look(machine: &Machine, place: Place) -> Before {
        Before {
            place,
            cycle: machine.cycles(),
            registers: *machine.cpu().registers(),
        }
    }

    /// The instruction that is about to be fetched, if all that can be told of it now is the same after the
    /// fetch of its opcode: code in plain ROM, and no byte that a chip must tell.
    pub(crate) fn foresee(self, machine: &Machine) -> Option<Step> {
        let cartridge = machine.cartridge();
        let plain =
            |address: u16| address & 0x1000 != 0 && cartridge.window().plain(address).is_some();
        let pc = self.registers.pc;
        if cartridge.listens_below() || !plain(pc) || !plain(pc.wrapping_add(2)) {
            return None;
        }
        let step = self.step(machine);
        let mode = step.instruction.opcode()?.mode;
        let is_ram = |address: u16| address & 0x1280 == 0x80;
        let pointer = match mode {
            Mode::IndirectIndexed => step.instruction.operand()?,
            Mode::IndexedIndirect => return None,
            _ => 0x80,
        };
        let told_by_chip = match (step.effective, step.access()) {
            (None, _) | (_, Access::None | Access::Write) => false,
            (Some(address), _) => !plain(address) && !is_ram(address),
        };
        ((0x80..0xff).contains(&pointer) && !told_by_chip).then_some(step)
    }

    /// The instruction that has been, or is about to be, fetched in that state.
    pub fn step(self, machine: &Machine) -> Step {
        let registers = self.registers;
        let pc = registers.pc;
        let bytes = [0, 1, 2].map(|offset| machine.peek(pc.wrapping_add(offset)));
        let instruction = disassemble(pc, &bytes);
        let effective = effective_address(&instruction, &registers, machine);
        let value = effective.and_then(|address| value(&instruction, &registers, address, machine));
        Step {
            place: self.place,
            cycle: self.cycle,
            bank: machine.bank(pc),
            registers,
            instruction,
            effective,
            value,
        }
    }
}

fn effective_address(
    instruction: &Disassembly,
    registers: &Registers,
    machine: &Machine,
) -> Option<u16> {
    let opcode = instruction.opcode()?;
    if opcode.mnemonic.access() == Access::None {
        return None;
    }
    let operand = instruction.operand()?;
    let (x, y) = (u16::from(registers.x), u16::from(registers.y));
    let pointer = |low: u16| {
        let byte = |address: u16| machine.peek(address & 0xff);
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

fn value(
    instruction: &Disassembly,
    registers: &Registers,
    address: u16,
    machine: &Machine,
) -> Option<u8> {
    let mnemonic = instruction.opcode()?.mnemonic;
    match (mnemonic, mnemonic.access()) {
        (Mnemonic::Sta, _) => Some(registers.a),
        (Mnemonic::Stx, _) => Some(registers.x),
        (Mnemonic::Sty, _) => Some(registers.y),
        (Mnemonic::Sax, _) => Some(registers.a & registers.x),
        (_, Access::Read | Access::Modify) => Some(machine.peek(address)),
        _ => None,
    }
}
