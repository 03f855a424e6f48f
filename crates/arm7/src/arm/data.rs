//! Data processing. An instruction takes one sequential cycle, plus one internal cycle if a
//! register holds the shift amount (DDI 0234, 7.4). If its destination is R15, it is a branch and
//! takes another S + N.

use super::register_at;
use crate::{Cpu, Memory, alu::Shift};

impl Cpu {
    // DDI 0100, A3.4; the opcodes of table A3-2.
    pub(super) fn process_data(&mut self, opcode: u32, memory: &mut impl Memory) {
        let set_flags = opcode >> 20 & 1 != 0;
        let (b, shifter_carry, r15_offset) = self.shifter_operand(opcode, memory);
        let first = register_at(opcode, 16);
        let a = match first {
            15 => self.registers[15].wrapping_add(r15_offset),
            _ => self.registers[first],
        };
        let operation = opcode >> 21 & 15;
        let mut status = self.status;
        let logical = matches!(operation, 0 | 1 | 8 | 9 | 12..=15);
        let result = match operation {
            0 | 8 => a & b,
            1 | 9 => a ^ b,
            2 | 10 => status.sub(a, b),
            3 => status.sub(b, a),
            4 | 11 => status.add(a, b),
            5 => status.adc(a, b),
            6 => status.sbc(a, b),
            7 => status.sbc(b, a),
            12 => a | b,
            13 => b,
            14 => a & !b,
            _ => !b,
        };
        if logical {
            status.set_nz(result);
            status.carry = shifter_carry;
        }
        let only_flags = operation >> 2 == 2;
        let destination = register_at(opcode, 12);
        if set_flags && (only_flags || destination != 15) {
            self.status = status;
        }
        match (only_flags, destination) {
            (true, _) => {}
            (false, 15) => self.return_or_branch(set_flags, result, memory),
            (false, _) => self.registers[destination] = result,
        }
    }

    /// Branches to `target`, the result of an instruction whose destination is R15. If the
    /// instruction's S bit is set (`restore`), first restores the saved status register, which
    /// includes the mode and the instruction set.
    // DDI 0100, A2.6 and the operations of A4.1: "if S == 1 and Rd == R15 then CPSR = SPSR".
    fn return_or_branch(&mut self, restore: bool, target: u32, memory: &mut impl Memory) {
        if restore {
            self.restore_status();
        }
        self.jump(target, memory);
    }

    /// Returns the second operand, the shifter's carry, and the number of bytes (0 or 4) to add if
    /// the instruction reads R15 as its first operand.
    // DDI 0100, A5.1. A shift by a register takes an extra cycle, in which R15 advances by four.
    fn shifter_operand(&mut self, opcode: u32, memory: &mut impl Memory) -> (u32, bool, u32) {
        let carry = self.status.carry;
        if opcode >> 25 & 1 != 0 {
            let rotation = opcode >> 7 & 0x1e;
            let value = (opcode & 0xff).rotate_right(rotation);
            let carry = match rotation {
                0 => carry,
                _ => value >> 31 != 0,
            };
            return (value, carry, 0);
        }
        let shift = Shift::from_bits(opcode >> 5);
        if opcode >> 4 & 1 == 0 {
            let value = self.operand_at(opcode, 0);
            let (value, carry) = shift.by_immediate(value, opcode >> 7 & 0x1f, carry);
            return (value, carry, 0);
        }
        memory.idle(1);
        let value = match register_at(opcode, 0) {
            15 => self.registers[15].wrapping_add(4),
            number => self.registers[number],
        };
        let amount = self.operand_at(opcode, 8);
        let (value, carry) = shift.by_register(value, amount, carry);
        (value, carry, 4)
    }
}
