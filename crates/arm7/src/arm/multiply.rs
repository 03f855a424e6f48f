//! Multiplications. They take S + mI cycles, plus one I to add a value, plus one I for a 64-bit
//! result (DDI 0234, 7.9). Those that set the flags leave C and V unchanged. In ARMv4, C is
//! undefined after any of them, and V after one with a 64-bit result.

use super::register_at;
use crate::{Cpu, Memory, alu::multiply_cycles};

impl Cpu {
    /// Executes MUL and MLA.
    // DDI 0100, A4.1.28 and A4.1.40.
    pub(super) fn multiply_arm(&mut self, opcode: u32, memory: &mut impl Memory) {
        let multiplier = self.operand_at(opcode, 8);
        let accumulate = opcode >> 21 & 1 != 0;
        let mut result = self.operand_at(opcode, 0).wrapping_mul(multiplier);
        if accumulate {
            result = result.wrapping_add(self.operand_at(opcode, 12));
        }
        if opcode >> 20 & 1 != 0 {
            self.status.set_nz(result);
        }
        memory.idle(multiply_cycles(multiplier, true) + u32::from(accumulate));
        self.set_arm_register(register_at(opcode, 16), result, memory);
    }

    /// Executes UMULL, UMLAL, SMULL and SMLAL.
    // DDI 0100, A4.1.75, A4.1.76, A4.1.128, A4.1.129.
    pub(super) fn multiply_long(&mut self, opcode: u32, memory: &mut impl Memory) {
        let (a, b) = (self.operand_at(opcode, 0), self.operand_at(opcode, 8));
        let signed = opcode >> 22 & 1 != 0;
        let accumulate = opcode >> 21 & 1 != 0;
        let (low, high) = (register_at(opcode, 12), register_at(opcode, 16));
        let mut result = if signed {
            (i64::from(a as i32) * i64::from(b as i32)) as u64
        } else {
            u64::from(a) * u64::from(b)
        };
        if accumulate {
            let addend = u64::from(self.registers[high]) << 32 | u64::from(self.registers[low]);
            result = result.wrapping_add(addend);
        }
        if opcode >> 20 & 1 != 0 {
            self.status.negative = result >> 63 != 0;
            self.status.zero = result == 0;
        }
        memory.idle(multiply_cycles(b, signed) + 1 + u32::from(accumulate));
        self.set_arm_register(low, result as u32, memory);
        self.set_arm_register(high, (result >> 32) as u32, memory);
    }
}
