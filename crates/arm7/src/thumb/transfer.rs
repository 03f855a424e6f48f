//! Loads and stores.

use super::Opcode;
use crate::{Architecture, Cpu, Exception, Memory};

/// The decoded operands of STMIA or LDMIA.
struct BlockTransfer {
    /// The number of the base register.
    base: usize,
    /// The registers to transfer, one bit each.
    list: u32,
    /// The address of the first word.
    start: u32,
    /// The address after the last word, which becomes the new value of the base register.
    end: u32,
}

impl Cpu {
    /// Returns the address of a PC-relative literal. The lowest two bits of the PC are ignored.
    // DDI 0100, A7.1.31.
    #[inline(always)]
    pub(super) fn literal_address(&self, op: Opcode) -> u32 {
        (self.registers[15] & !3).wrapping_add(op.immediate8() << 2)
    }

    #[inline(always)]
    pub(super) fn stack_address(&self, op: Opcode) -> u32 {
        self.registers[13].wrapping_add(op.immediate8() << 2)
    }

    #[inline(always)]
    pub(super) fn register_offset_address(&self, op: Opcode) -> u32 {
        self.registers[op.register_at(3)].wrapping_add(self.registers[op.register_at(6)])
    }

    /// Returns the address of a load or store with an immediate offset. The opcode holds the offset
    /// in units of `size` bytes.
    #[inline(always)]
    pub(super) fn immediate_offset_address(&self, op: Opcode, size: u32) -> u32 {
        self.registers[op.register_at(3)].wrapping_add(op.immediate5() * size)
    }

    /// Executes PUSH: bit 8 adds LR to the list.
    #[inline(always)]
    pub(super) fn push(&mut self, op: Opcode, memory: &mut impl Memory) -> Result<(), Exception> {
        let (list, bytes) = registers_or_pc(op.immediate8() | (op.0 & 0x100) << 6);
        let address = self.registers[13].wrapping_sub(bytes);
        self.store_list(address, list, memory, stored_register)?;
        self.registers[13] = address;
        Ok(())
    }

    /// Executes POP: bit 8 adds the PC to the list. On ARMv4T, loading the PC does not leave Thumb
    /// state.
    // DDI 0100, A7.1.50: "T bit" changes with bit 0 in version 5 and above only.
    #[inline(always)]
    pub(super) fn pop(&mut self, op: Opcode, memory: &mut impl Memory) -> Result<(), Exception> {
        let (list, bytes) = registers_or_pc(op.immediate8() | (op.0 & 0x100) << 7);
        let address = self.registers[13];
        let Some(pc) = self.load_list(address, list, memory)? else {
            self.registers[13] = address.wrapping_add(bytes);
            return Ok(());
        };
        if self.architecture == Architecture::V6M && pc & 1 == 0 {
            return Err(Exception::NoArmState(pc));
        }
        self.registers[13] = address.wrapping_add(bytes);
        self.branch_thumb(pc, memory);
        Ok(())
    }

    #[inline(always)]
    fn block_transfer(&self, op: Opcode) -> BlockTransfer {
        let base = op.register_at(8);
        let (list, bytes) = registers_or_pc(op.immediate8());
        let start = self.registers[base];
        BlockTransfer {
            base,
            list,
            start,
            end: start.wrapping_add(bytes),
        }
    }

    /// Executes STMIA. If the base register is the lowest register in the list, its old value is
    /// stored. If it is in the list but is not the lowest, its new value is stored.
    // DDI 0100, A7.1.57 does not define the case where the base is not the lowest; the source for
    // that case is the console report cited at `registers_or_pc`.
    #[inline(always)]
    pub(super) fn store_multiple(
        &mut self,
        op: Opcode,
        memory: &mut impl Memory,
    ) -> Result<(), Exception> {
        let block = self.block_transfer(op);
        let first = block.list.trailing_zeros() as usize;
        self.store_list(block.start, block.list, memory, |cpu, number| {
            if number == block.base && number != first {
                block.end
            } else {
                stored_register(cpu, number)
            }
        })?;
        self.registers[block.base] = block.end;
        Ok(())
    }

    /// Executes LDMIA. A base register that is in the list keeps the value loaded into it.
    // DDI 0100, A7.1.27.
    #[inline(always)]
    pub(super) fn load_multiple(
        &mut self,
        op: Opcode,
        memory: &mut impl Memory,
    ) -> Result<(), Exception> {
        let block = self.block_transfer(op);
        let pc = self.load_list(block.start, block.list, memory)?;
        if block.list & 1 << block.base == 0 {
            self.registers[block.base] = block.end;
        }
        if let Some(pc) = pc {
            self.branch_thumb(pc, memory);
        }
        Ok(())
    }
}

/// Returns the registers to transfer, and the number of bytes by which the transfer changes the
/// base register. The manual does not define the effect of an empty list. With an empty list, the
/// real chip transfers only the PC, but changes the base as it would for sixteen registers.
// GBATEK, "ARM opcodes: memory: block data transfer", seen on the Game Boy Advance (console
// report).
#[inline(always)]
fn registers_or_pc(list: u32) -> (u32, u32) {
    match list {
        0 => (1 << 15, 16 * 4),
        _ => (list, list.count_ones() * 4),
    }
}

/// Returns the value that is stored for a register. For the PC, that is the address of the
/// instruction plus 6, which is two bytes more than the value of R15.
// Same source as `registers_or_pc`.
#[inline(always)]
fn stored_register(cpu: &mut Cpu, number: usize) -> u32 {
    match number {
        15 => cpu.registers[15].wrapping_add(2),
        _ => cpu.registers[number],
    }
}
