//! Branches. A taken branch takes 2S + N cycles. A branch that is not taken takes one sequential
//! cycle (DDI 0234, 7.2 to 7.4).

use super::Opcode;
use crate::{Architecture, Cpu, Exception, Memory};

impl Cpu {
    #[inline(always)]
    pub(super) fn branch_if(&mut self, taken: bool, op: Opcode, memory: &mut impl Memory) {
        if taken {
            let offset = i32::from(op.0 as i8) << 1;
            self.branch_thumb(self.registers[15].wrapping_add_signed(offset), memory);
        }
    }

    #[inline(always)]
    pub(super) fn branch(&mut self, op: Opcode, memory: &mut impl Memory) {
        let offset = sign_extended_11(op) << 1;
        self.branch_thumb(self.registers[15].wrapping_add_signed(offset), memory);
    }

    /// Executes the first half of BL, which is a separate instruction in ARMv4T: LR gets R15 plus
    /// the high part of the offset.
    // DDI 0100, A7.1.13. In ARMv6-M both halves are one instruction.
    #[inline(always)]
    pub(super) fn branch_link_first(
        &mut self,
        op: Opcode,
        memory: &mut impl Memory,
    ) -> Result<(), Exception> {
        if self.architecture == Architecture::V6M {
            return self.execute_wide(op, memory);
        }
        let offset = sign_extended_11(op) << 12;
        self.registers[14] = self.registers[15].wrapping_add_signed(offset);
        Ok(())
    }

    /// Executes the second half of BL: branches to LR plus the low part of the offset. LR gets the
    /// return address, with bit 0 set.
    #[inline(always)]
    pub(super) fn branch_link_second(
        &mut self,
        op: Opcode,
        memory: &mut impl Memory,
    ) -> Result<(), Exception> {
        if self.architecture == Architecture::V6M {
            return Err(Exception::Undefined);
        }
        let target = self.registers[14].wrapping_add((op.0 & 0x7ff) << 1);
        self.registers[14] = self.return_address();
        self.branch_thumb(target, memory);
        Ok(())
    }

    /// Executes BX: an even address switches to ARM state.
    #[inline(always)]
    pub(super) fn branch_exchange(
        &mut self,
        op: Opcode,
        memory: &mut impl Memory,
    ) -> Result<(), Exception> {
        let target = self.registers[(op.0 >> 3 & 15) as usize];
        self.exchange(target, memory)
    }

    /// Executes BLX with a register, which exists only in ARMv5 and later.
    pub(super) fn branch_link_exchange(
        &mut self,
        op: Opcode,
        memory: &mut impl Memory,
    ) -> Result<(), Exception> {
        let target = self.registers[(op.0 >> 3 & 15) as usize];
        let link = self.return_address();
        self.exchange(target, memory)?;
        self.registers[14] = link;
        Ok(())
    }

    #[inline(always)]
    fn exchange(&mut self, target: u32, memory: &mut impl Memory) -> Result<(), Exception> {
        if self.architecture == Architecture::V6M && target & 1 == 0 {
            return Err(Exception::NoArmState(target));
        }
        self.jump_exchange(target, memory);
        Ok(())
    }

    /// Returns the address of the instruction after the current one, with bit 0 set.
    #[inline(always)]
    pub(super) fn return_address(&self) -> u32 {
        self.registers[15].wrapping_sub(2) | 1
    }
}

#[inline(always)]
fn sign_extended_11(op: Opcode) -> i32 {
    (op.0 << 21) as i32 >> 21
}
