//! Loads, stores and swaps. A load takes S + N + I cycles, a store 2N, and a swap S + 2N + I (DDI
//! 0234, 7.10, 7.11 and 7.14).

use super::register_at;
use crate::{Cpu, Cycle, Exception, Memory, alu::Shift};

const LOAD: u32 = 1 << 20;
const WRITE_BACK: u32 = 1 << 21;
const BYTE: u32 = 1 << 22;
const UP: u32 = 1 << 23;
const PRE_INDEXED: u32 = 1 << 24;

/// The address of a transfer, and the new value of its base register.
struct IndexedAddress {
    address: u32,
    new_base: Option<(usize, u32)>,
}

impl Cpu {
    /// Executes LDR, LDRB, STR and STRB. LDRT, LDRBT, STRT and STRBT do the same, because there is
    /// no memory protection.
    // DDI 0100, A5.2.
    #[inline(always)]
    pub(super) fn transfer_word_or_byte(
        &mut self,
        opcode: u32,
        memory: &mut impl Memory,
    ) -> Result<(), Exception> {
        let offset = match opcode >> 25 & 1 {
            0 => opcode & 0xfff,
            _ => {
                let shift = Shift::from_bits(opcode >> 5);
                let value = self.operand_at(opcode, 0);
                shift
                    .by_immediate(value, opcode >> 7 & 0x1f, self.status.carry)
                    .0
            }
        };
        let IndexedAddress { address, new_base } = self.indexed(opcode, offset);
        let register = register_at(opcode, 12);
        if opcode & LOAD == 0 {
            let data = self.value_to_store(register);
            match opcode & BYTE {
                0 => self.store_word(address, data, memory)?,
                _ => self.store_byte(address, data, memory)?,
            }
            self.write_back(new_base);
            return Ok(());
        }
        let data = match opcode & BYTE {
            0 => self.load_word(address, memory)?,
            _ => self.load_byte(address, memory)?,
        };
        self.write_back(new_base);
        self.set_arm_register(register, data, memory);
        Ok(())
    }

    /// Executes LDRH, LDRSB, LDRSH and STRH.
    // DDI 0100, A5.3.
    pub(super) fn transfer_half(
        &mut self,
        opcode: u32,
        memory: &mut impl Memory,
    ) -> Result<(), Exception> {
        let offset = match opcode & BYTE {
            0 => self.operand_at(opcode, 0),
            _ => opcode >> 4 & 0xf0 | opcode & 0x0f,
        };
        let IndexedAddress { address, new_base } = self.indexed(opcode, offset);
        let register = register_at(opcode, 12);
        let data = match (opcode & LOAD != 0, opcode >> 5 & 3) {
            (false, 1) => {
                self.store_half(address, self.value_to_store(register), memory)?;
                self.write_back(new_base);
                return Ok(());
            }
            (true, 1) => self.load_half(address, memory)?,
            (true, 2) => self.load_signed_byte(address, memory)?,
            (true, _) => self.load_signed_half(address, memory)?,
            // LDRD and STRD of ARMv5.
            (false, _) => return Err(Exception::Undefined),
        };
        self.write_back(new_base);
        self.set_arm_register(register, data, memory);
        Ok(())
    }

    /// Executes SWP and SWPB: loads, then stores at the same address.
    // DDI 0100, A4.1.108: an unaligned word is rotated, as for LDR.
    pub(super) fn swap(&mut self, opcode: u32, memory: &mut impl Memory) -> Result<(), Exception> {
        let address = self.operand_at(opcode, 16);
        let data = self.operand_at(opcode, 0);
        let loaded = match opcode & BYTE {
            0 => {
                let loaded = self.read_word(address, memory)?;
                self.store_word(address, data, memory)?;
                loaded
            }
            _ => {
                let loaded = self.read_byte(address, memory)?;
                self.store_byte(address, data, memory)?;
                loaded
            }
        };
        memory.idle(1);
        self.fetch = Cycle::Sequential;
        self.set_arm_register(register_at(opcode, 12), loaded, memory);
        Ok(())
    }

    #[inline(always)]
    fn indexed(&self, opcode: u32, offset: u32) -> IndexedAddress {
        let base = register_at(opcode, 16);
        let base_value = self.registers[base];
        let indexed = match opcode & UP {
            0 => base_value.wrapping_sub(offset),
            _ => base_value.wrapping_add(offset),
        };
        match (opcode & PRE_INDEXED != 0, opcode & WRITE_BACK != 0) {
            (true, false) => IndexedAddress {
                address: indexed,
                new_base: None,
            },
            (true, true) => IndexedAddress {
                address: indexed,
                new_base: Some((base, indexed)),
            },
            (false, _) => IndexedAddress {
                address: base_value,
                new_base: Some((base, indexed)),
            },
        }
    }

    /// Updates the base register. The manual does not define what happens if the base register is
    /// R15; here, R15 does not change.
    #[inline(always)]
    fn write_back(&mut self, new_base: Option<(usize, u32)>) {
        if let Some((register @ 0..=14, value)) = new_base {
            self.registers[register] = value;
        }
    }

    /// Returns the value that a store writes for a register. R15 reads as three instructions ahead.
    // DDI 0234, 7.11; DDI 0100, A2.4.3 leaves 8 or 12 to the implementation.
    #[inline(always)]
    fn value_to_store(&self, register: usize) -> u32 {
        match register {
            15 => self.registers[15].wrapping_add(4),
            _ => self.registers[register],
        }
    }
}
