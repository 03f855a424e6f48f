//! Loads and stores of several registers. LDM takes nS + N + I cycles, STM (n-1)S + 2N (DDI 0234,
//! 7.12 and 7.13).

use super::register_at;
use crate::{Cpu, Exception, Memory, Mode};

const LOAD: u32 = 1 << 20;
const WRITE_BACK: u32 = 1 << 21;
/// The S bit: transfers the registers of user mode or, if R15 is loaded, restores the saved status
/// register.
const S_BIT: u32 = 1 << 22;
const UP: u32 = 1 << 23;
const PRE_INDEXED: u32 = 1 << 24;
const PC: u32 = 1 << 15;

/// The registers to transfer, their lowest address in memory, and the new value of the base.
struct Block {
    start: u32,
    list: u32,
    new_base: u32,
}

impl Cpu {
    // DDI 0100, A5.4.
    pub(super) fn transfer_block(
        &mut self,
        opcode: u32,
        memory: &mut impl Memory,
    ) -> Result<(), Exception> {
        let block = self.block(opcode);
        let loads_pc = opcode & LOAD != 0 && block.list & PC != 0;
        let mode = self.status.mode;
        let uses_user_bank = opcode & S_BIT != 0 && !loads_pc;
        if uses_user_bank {
            self.set_mode(Mode::User);
        }
        let transferred = match opcode & LOAD {
            0 => self.store_block(opcode, &block, memory).map(|()| None),
            _ => self.load_list(block.start, block.list, memory),
        };
        if uses_user_bank {
            self.set_mode(mode);
        }
        let pc = transferred?;
        let base = register_at(opcode, 16);
        let base_is_loaded = opcode & LOAD != 0 && block.list >> base & 1 != 0;
        if opcode & WRITE_BACK != 0 && !base_is_loaded && base != 15 {
            self.registers[base] = block.new_base;
        }
        let Some(pc) = pc else {
            return Ok(());
        };
        if opcode & S_BIT != 0 {
            self.restore_status();
        }
        self.jump(pc, memory);
        Ok(())
    }

    /// Returns the block that an instruction transfers. The manual does not define the effect of an
    /// empty list; the chip transfers R15, and changes the base as if it had transferred sixteen
    /// registers.
    // GBATEK, "ARM opcodes: memory: block data transfer" (console report).
    fn block(&self, opcode: u32) -> Block {
        let (list, bytes) = match opcode & 0xffff {
            0 => (PC, 16 * 4),
            list => (list, list.count_ones() * 4),
        };
        let base = self.operand_at(opcode, 16);
        let (low, new_base) = match opcode & UP {
            0 => (base.wrapping_sub(bytes), base.wrapping_sub(bytes)),
            _ => (base, base.wrapping_add(bytes)),
        };
        // The start is one word higher if `UP` and `PRE_INDEXED` are both set or both clear.
        let higher = (opcode & UP != 0) == (opcode & PRE_INDEXED != 0);
        let start = low.wrapping_add(4 * u32::from(higher));
        Block {
            start,
            list,
            new_base,
        }
    }

    /// Stores the registers in the list. With write-back, the base is stored with its old value if
    /// it is the lowest register in the list, otherwise with its new value.
    // DDI 0100, A4.1.97 does not define the second case. GBATEK does, in the section cited above.
    fn store_block(
        &mut self,
        opcode: u32,
        block: &Block,
        memory: &mut impl Memory,
    ) -> Result<(), Exception> {
        let base = register_at(opcode, 16);
        let first = block.list.trailing_zeros() as usize;
        let base_is_updated = opcode & WRITE_BACK != 0 && first != base;
        self.store_list(
            block.start,
            block.list,
            memory,
            |cpu, number| match number {
                15 => cpu.registers[15].wrapping_add(4),
                _ if number == base && base_is_updated => block.new_base,
                _ => cpu.registers[number],
            },
        )
    }
}
