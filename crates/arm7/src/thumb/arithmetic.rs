//! Data processing. An instruction takes one sequential cycle. A shift by a register takes an
//! additional internal cycle. A multiplication takes an additional internal cycle for each
//! significant byte of its multiplier (DDI 0234, 7.4 and 7.9).

use super::Opcode;
use crate::{
    Cpu, Memory,
    alu::{Shift, multiply_cycles},
};

impl Cpu {
    #[inline(always)]
    pub(super) fn shift_immediate(&mut self, op: Opcode, shift: Shift) {
        let value = self.registers[op.register_at(3)];
        let (result, carry) = shift.by_immediate(value, op.immediate5(), self.status.carry);
        self.status.carry = carry;
        self.registers[op.register_at(0)] = self.status.set_nz(result);
    }

    #[inline(always)]
    pub(super) fn add_register(&mut self, op: Opcode) {
        let (a, b) = self.three_register_operands(op);
        self.registers[op.register_at(0)] = self.status.add(a, b);
    }

    #[inline(always)]
    pub(super) fn subtract_register(&mut self, op: Opcode) {
        let (a, b) = self.three_register_operands(op);
        self.registers[op.register_at(0)] = self.status.sub(a, b);
    }

    #[inline(always)]
    pub(super) fn add_immediate3(&mut self, op: Opcode) {
        let a = self.registers[op.register_at(3)];
        self.registers[op.register_at(0)] = self.status.add(a, op.0 >> 6 & 7);
    }

    #[inline(always)]
    pub(super) fn subtract_immediate3(&mut self, op: Opcode) {
        let a = self.registers[op.register_at(3)];
        self.registers[op.register_at(0)] = self.status.sub(a, op.0 >> 6 & 7);
    }

    #[inline(always)]
    pub(super) fn move_immediate(&mut self, op: Opcode) {
        self.registers[op.register_at(8)] = self.status.set_nz(op.immediate8());
    }

    #[inline(always)]
    pub(super) fn compare_immediate(&mut self, op: Opcode) {
        self.status
            .sub(self.registers[op.register_at(8)], op.immediate8());
    }

    #[inline(always)]
    pub(super) fn add_immediate8(&mut self, op: Opcode) {
        let register = op.register_at(8);
        self.registers[register] = self.status.add(self.registers[register], op.immediate8());
    }

    #[inline(always)]
    pub(super) fn subtract_immediate8(&mut self, op: Opcode) {
        let register = op.register_at(8);
        self.registers[register] = self.status.sub(self.registers[register], op.immediate8());
    }

    #[inline(always)]
    pub(super) fn logical(&mut self, op: Opcode, operation: impl Fn(u32, u32) -> u32) {
        let (a, b) = self.operands(op);
        self.registers[op.register_at(0)] = self.status.set_nz(operation(a, b));
    }

    #[inline(always)]
    pub(super) fn shift_register(&mut self, op: Opcode, shift: Shift, memory: &mut impl Memory) {
        let (value, amount) = self.operands(op);
        let (result, carry) = shift.by_register(value, amount, self.status.carry);
        self.status.carry = carry;
        self.registers[op.register_at(0)] = self.status.set_nz(result);
        memory.idle(1);
    }

    #[inline(always)]
    pub(super) fn add_with_carry(&mut self, op: Opcode) {
        let (a, b) = self.operands(op);
        self.registers[op.register_at(0)] = self.status.adc(a, b);
    }

    #[inline(always)]
    pub(super) fn subtract_with_carry(&mut self, op: Opcode) {
        let (a, b) = self.operands(op);
        self.registers[op.register_at(0)] = self.status.sbc(a, b);
    }

    #[inline(always)]
    pub(super) fn test(&mut self, op: Opcode) {
        let (a, b) = self.operands(op);
        self.status.set_nz(a & b);
    }

    #[inline(always)]
    pub(super) fn negate(&mut self, op: Opcode) {
        let (_, value) = self.operands(op);
        self.registers[op.register_at(0)] = self.status.sub(0, value);
    }

    #[inline(always)]
    pub(super) fn compare_low(&mut self, op: Opcode) {
        let (a, b) = self.operands(op);
        self.status.sub(a, b);
    }

    #[inline(always)]
    pub(super) fn compare_negated(&mut self, op: Opcode) {
        let (a, b) = self.operands(op);
        self.status.add(a, b);
    }

    /// Executes MUL. The destination register is also the multiplier. C is left unchanged; its
    /// value is undefined in ARMv4.
    // DDI 0100, A7.1.42: Thumb MUL Rd, Rm is MULS Rd, Rm, Rd.
    #[inline(always)]
    pub(super) fn multiply(&mut self, op: Opcode, memory: &mut impl Memory) {
        let (multiplier, multiplicand) = self.operands(op);
        self.registers[op.register_at(0)] =
            self.status.set_nz(multiplier.wrapping_mul(multiplicand));
        memory.idle(multiply_cycles(multiplier, true));
    }

    #[inline(always)]
    pub(super) fn add_high(&mut self, op: Opcode, memory: &mut impl Memory) {
        let (register, value) = self.high_operands(op);
        let result = self.registers[register].wrapping_add(value);
        self.set_high_register(register, result, memory);
    }

    #[inline(always)]
    pub(super) fn compare_high(&mut self, op: Opcode) {
        let (register, value) = self.high_operands(op);
        self.status.sub(self.registers[register], value);
    }

    #[inline(always)]
    pub(super) fn move_high(&mut self, op: Opcode, memory: &mut impl Memory) {
        let (register, value) = self.high_operands(op);
        self.set_high_register(register, value, memory);
    }

    /// Executes ADR. The lowest two bits of the PC are ignored.
    // DDI 0100, A7.1.7.
    #[inline(always)]
    pub(super) fn add_to_pc(&mut self, op: Opcode) {
        let base = self.registers[15] & !3;
        self.registers[op.register_at(8)] = base.wrapping_add(op.immediate8() << 2);
    }

    #[inline(always)]
    pub(super) fn add_to_stack_pointer(&mut self, op: Opcode) {
        let base = self.registers[13];
        self.registers[op.register_at(8)] = base.wrapping_add(op.immediate8() << 2);
    }

    #[inline(always)]
    pub(super) fn increment_stack_pointer(&mut self, op: Opcode) {
        self.registers[13] = self.registers[13].wrapping_add(op.offset7());
    }

    #[inline(always)]
    pub(super) fn decrement_stack_pointer(&mut self, op: Opcode) {
        self.registers[13] = self.registers[13].wrapping_sub(op.offset7());
    }

    /// Returns the operands of three-register instructions.
    #[inline(always)]
    fn three_register_operands(&self, op: Opcode) -> (u32, u32) {
        (
            self.registers[op.register_at(3)],
            self.registers[op.register_at(6)],
        )
    }

    /// Returns the operands of two-register instructions, the destination first.
    #[inline(always)]
    fn operands(&self, op: Opcode) -> (u32, u32) {
        (
            self.registers[op.register_at(0)],
            self.registers[op.register_at(3)],
        )
    }

    /// Returns the destination register's number and the operand's value, for instructions that can
    /// use all sixteen registers.
    #[inline(always)]
    fn high_operands(&self, op: Opcode) -> (usize, u32) {
        let destination = op.register_at(0) | (op.0 >> 4 & 8) as usize;
        (destination, self.registers[(op.0 >> 3 & 15) as usize])
    }

    /// Writes a register; a write to R15 branches and stays in Thumb state.
    #[inline(always)]
    fn set_high_register(&mut self, register: usize, value: u32, memory: &mut impl Memory) {
        match register {
            15 => self.branch_thumb(value, memory),
            _ => self.registers[register] = value,
        }
    }
}
