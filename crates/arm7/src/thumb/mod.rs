//! Thumb state: the ARMv4T instruction formats, in opcode order.
//!
//! Sources: ARM Architecture Reference Manual (DDI 0100), A6 and A7, for what instructions do;
//! ARM7TDMI-S Technical Reference Manual (DDI 0234), chapter 7, for their cycles.

mod arithmetic;
mod branch;
mod extension;
mod format;
mod transfer;

use crate::{Architecture, Cpu, Exception, Memory, alu::Shift};
use format::{Format, format};

/// An opcode, with methods that extract its fields. `register_at(bit)` extracts the three-bit
/// register number that starts at `bit`.
#[derive(Clone, Copy)]
struct Opcode(u32);

impl Opcode {
    #[inline(always)]
    fn register_at(self, bit: u32) -> usize {
        (self.0 >> bit & 7) as usize
    }

    #[inline(always)]
    fn immediate5(self) -> u32 {
        self.0 >> 6 & 0x1f
    }

    #[inline(always)]
    fn immediate8(self) -> u32 {
        self.0 & 0xff
    }

    /// Returns the number of bytes that the instruction adds to or subtracts from the stack
    /// pointer.
    #[inline(always)]
    fn offset7(self) -> u32 {
        (self.0 & 0x7f) << 2
    }
}

impl Cpu {
    #[inline(always)]
    pub(crate) fn execute_thumb(
        &mut self,
        opcode: u32,
        memory: &mut impl Memory,
    ) -> Result<(), Exception> {
        let op = Opcode(opcode);
        match format(opcode) {
            Format::LslImmediate => self.shift_immediate(op, Shift::Lsl),
            Format::LsrImmediate => self.shift_immediate(op, Shift::Lsr),
            Format::AsrImmediate => self.shift_immediate(op, Shift::Asr),
            Format::AddRegister => self.add_register(op),
            Format::SubRegister => self.subtract_register(op),
            Format::AddImmediate3 => self.add_immediate3(op),
            Format::SubImmediate3 => self.subtract_immediate3(op),
            Format::MovImmediate => self.move_immediate(op),
            Format::CmpImmediate => self.compare_immediate(op),
            Format::AddImmediate8 => self.add_immediate8(op),
            Format::SubImmediate8 => self.subtract_immediate8(op),
            Format::And => self.logical(op, |a, b| a & b),
            Format::Eor => self.logical(op, |a, b| a ^ b),
            Format::LslRegister => self.shift_register(op, Shift::Lsl, memory),
            Format::LsrRegister => self.shift_register(op, Shift::Lsr, memory),
            Format::AsrRegister => self.shift_register(op, Shift::Asr, memory),
            Format::Adc => self.add_with_carry(op),
            Format::Sbc => self.subtract_with_carry(op),
            Format::RorRegister => self.shift_register(op, Shift::Ror, memory),
            Format::Tst => self.test(op),
            Format::Neg => self.negate(op),
            Format::Cmp => self.compare_low(op),
            Format::Cmn => self.compare_negated(op),
            Format::Orr => self.logical(op, |a, b| a | b),
            Format::Mul => self.multiply(op, memory),
            Format::Bic => self.logical(op, |a, b| a & !b),
            Format::Mvn => self.logical(op, |_, b| !b),
            Format::AddHigh => self.add_high(op, memory),
            Format::CmpHigh => self.compare_high(op),
            Format::MovHigh => self.move_high(op, memory),
            Format::Bx => self.branch_exchange(op, memory)?,
            Format::LdrLiteral => {
                self.registers[op.register_at(8)] =
                    self.load_word(self.literal_address(op), memory)?
            }
            Format::StrRegister => self.store_word(
                self.register_offset_address(op),
                self.registers[op.register_at(0)],
                memory,
            )?,
            Format::StrhRegister => self.store_half(
                self.register_offset_address(op),
                self.registers[op.register_at(0)],
                memory,
            )?,
            Format::StrbRegister => self.store_byte(
                self.register_offset_address(op),
                self.registers[op.register_at(0)],
                memory,
            )?,
            Format::LdrsbRegister => {
                self.registers[op.register_at(0)] =
                    self.load_signed_byte(self.register_offset_address(op), memory)?
            }
            Format::LdrRegister => {
                self.registers[op.register_at(0)] =
                    self.load_word(self.register_offset_address(op), memory)?
            }
            Format::LdrhRegister => {
                self.registers[op.register_at(0)] =
                    self.load_half(self.register_offset_address(op), memory)?
            }
            Format::LdrbRegister => {
                self.registers[op.register_at(0)] =
                    self.load_byte(self.register_offset_address(op), memory)?
            }
            Format::LdrshRegister => {
                self.registers[op.register_at(0)] =
                    self.load_signed_half(self.register_offset_address(op), memory)?
            }
            Format::StrImmediate => self.store_word(
                self.immediate_offset_address(op, 4),
                self.registers[op.register_at(0)],
                memory,
            )?,
            Format::LdrImmediate => {
                self.registers[op.register_at(0)] =
                    self.load_word(self.immediate_offset_address(op, 4), memory)?
            }
            Format::StrbImmediate => self.store_byte(
                self.immediate_offset_address(op, 1),
                self.registers[op.register_at(0)],
                memory,
            )?,
            Format::LdrbImmediate => {
                self.registers[op.register_at(0)] =
                    self.load_byte(self.immediate_offset_address(op, 1), memory)?
            }
            Format::StrhImmediate => self.store_half(
                self.immediate_offset_address(op, 2),
                self.registers[op.register_at(0)],
                memory,
            )?,
            Format::LdrhImmediate => {
                self.registers[op.register_at(0)] =
                    self.load_half(self.immediate_offset_address(op, 2), memory)?
            }
            Format::StrStack => self.store_word(
                self.stack_address(op),
                self.registers[op.register_at(8)],
                memory,
            )?,
            Format::LdrStack => {
                self.registers[op.register_at(8)] =
                    self.load_word(self.stack_address(op), memory)?
            }
            Format::AddPc => self.add_to_pc(op),
            Format::AddSp => self.add_to_stack_pointer(op),
            Format::IncrementSp => self.increment_stack_pointer(op),
            Format::DecrementSp => self.decrement_stack_pointer(op),
            Format::Push => self.push(op, memory)?,
            Format::Pop => self.pop(op, memory)?,
            Format::Stmia => self.store_multiple(op, memory)?,
            Format::Ldmia => self.load_multiple(op, memory)?,
            Format::Beq => self.branch_if(self.status.zero, op, memory),
            Format::Bne => self.branch_if(!self.status.zero, op, memory),
            Format::Bcs => self.branch_if(self.status.carry, op, memory),
            Format::Bcc => self.branch_if(!self.status.carry, op, memory),
            Format::Bmi => self.branch_if(self.status.negative, op, memory),
            Format::Bpl => self.branch_if(!self.status.negative, op, memory),
            Format::Bvs => self.branch_if(self.status.overflow, op, memory),
            Format::Bvc => self.branch_if(!self.status.overflow, op, memory),
            Format::BranchIf => self.branch_if(self.status.meets(opcode >> 8 & 15), op, memory),
            Format::Swi => return Err(Exception::SoftwareInterrupt(opcode as u8)),
            Format::B => self.branch(op, memory),
            Format::BlFirst => self.branch_link_first(op, memory)?,
            Format::BlSecond => self.branch_link_second(op, memory)?,
            Format::Extension => self.extension(op, memory)?,
        }
        Ok(())
    }

    /// Handles opcodes that ARMv4T leaves undefined.
    #[cold]
    fn extension(&mut self, op: Opcode, memory: &mut impl Memory) -> Result<(), Exception> {
        match self.architecture {
            Architecture::V4T => Err(Exception::Undefined),
            Architecture::V6M => self.execute_v6m(op, memory),
        }
    }
}
