//! Instructions of ARMv4T in ARM state. The caller checks their condition fields.
//!
//! Sources: ARM Architecture Reference Manual (DDI 0100), A3 to A5, for what instructions do;
//! ARM7TDMI-S Technical Reference Manual (DDI 0234), chapter 7, for their cycles.

mod block;
mod data;
mod multiply;
mod status;
mod transfer;

use crate::{Cpu, Exception, Memory};

impl Cpu {
    #[inline]
    pub(crate) fn execute_arm(
        &mut self,
        opcode: u32,
        memory: &mut impl Memory,
    ) -> Result<(), Exception> {
        match opcode >> 25 & 7 {
            0 if opcode & 0x90 == 0x90 => return self.multiply_or_transfer(opcode, memory),
            0 | 1 if opcode & 0x0190_0000 == 0x0100_0000 => {
                return self.status_or_exchange(opcode, memory);
            }
            0 | 1 => self.process_data(opcode, memory),
            3 if opcode & 0x10 != 0 => return Err(Exception::Undefined),
            2 | 3 => return self.transfer_word_or_byte(opcode, memory),
            4 => return self.transfer_block(opcode, memory),
            5 => self.branch_arm_offset(opcode, memory),
            7 if opcode >> 24 & 1 != 0 => {
                return Err(Exception::SoftwareInterrupt(opcode as u8));
            }
            // The chip has no coprocessor.
            _ => return Err(Exception::Undefined),
        }
        Ok(())
    }

    /// Executes B and BL: 2S + N.
    // DDI 0100, A4.1.5.
    fn branch_arm_offset(&mut self, opcode: u32, memory: &mut impl Memory) {
        let offset = (opcode << 8) as i32 >> 6;
        let target = self.registers[15].wrapping_add_signed(offset);
        if opcode >> 24 & 1 != 0 {
            self.registers[14] = self.registers[15].wrapping_sub(4);
        }
        self.branch_arm(target, memory);
    }

    /// Executes the instructions with bits 7 and 4 set that share an encoding with data processing:
    /// multiplications, swaps, and loads and stores of halfwords and signed bytes.
    // DDI 0100, A3.16.3 and A3.16.4, figures A3-3 and A3-5.
    fn multiply_or_transfer(
        &mut self,
        opcode: u32,
        memory: &mut impl Memory,
    ) -> Result<(), Exception> {
        match (opcode >> 5 & 3, opcode >> 23 & 3) {
            (0, 0) if opcode >> 22 & 1 == 0 => self.multiply_arm(opcode, memory),
            (0, 1) => self.multiply_long(opcode, memory),
            (0, 2) if opcode >> 20 & 3 == 0 => return self.swap(opcode, memory),
            (0, _) => return Err(Exception::Undefined),
            _ => return self.transfer_half(opcode, memory),
        }
        Ok(())
    }

    /// Returns the value of the register whose number starts at this bit of the opcode.
    #[inline(always)]
    fn operand_at(&self, opcode: u32, bit: u32) -> u32 {
        self.registers[(opcode >> bit & 15) as usize]
    }

    /// Writes a register; a write to R15 branches and stays in ARM state.
    #[inline(always)]
    fn set_arm_register(&mut self, number: usize, value: u32, memory: &mut impl Memory) {
        match number {
            15 => self.branch_arm(value, memory),
            _ => self.registers[number] = value,
        }
    }
}

#[inline(always)]
fn register_at(opcode: u32, bit: u32) -> usize {
    (opcode >> bit & 15) as usize
}
