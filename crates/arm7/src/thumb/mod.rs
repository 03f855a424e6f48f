//! Thumb state: the formats of ARMv4T in the order of their opcodes.
//!
//! Sources: ARM Architecture Reference Manual (DDI 0100), A6 and A7, for what instructions do;
//! ARM7TDMI-S Technical Reference Manual (DDI 0234), chapter 7, for their cycles.

mod arithmetic;
mod branch;
mod extension;
mod transfer;

use crate::{Architecture, Cpu, Exception, Memory, alu::Shift};

/// An opcode and its fields, named by their lowest bit.
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
}

impl Cpu {
    #[inline(always)]
    pub(crate) fn execute_thumb(
        &mut self,
        opcode: u32,
        memory: &mut impl Memory,
    ) -> Result<(), Exception> {
        let op = Opcode(opcode);
        match opcode >> 6 & 0x3ff {
            // A6.4 and A6.5: shifts by an immediate, additions and subtractions.
            0x000..=0x01f => self.shift_immediate(op, Shift::Lsl),
            0x020..=0x03f => self.shift_immediate(op, Shift::Lsr),
            0x040..=0x05f => self.shift_immediate(op, Shift::Asr),
            0x060..=0x067 => self.add_register(op),
            0x068..=0x06f => self.subtract_register(op),
            0x070..=0x077 => self.add_immediate3(op),
            0x078..=0x07f => self.subtract_immediate3(op),
            0x080..=0x09f => self.move_immediate(op),
            0x0a0..=0x0bf => self.compare_immediate(op),
            0x0c0..=0x0df => self.add_immediate8(op),
            0x0e0..=0x0ff => self.subtract_immediate8(op),
            // Two registers: 16 operations.
            0x100 => self.logical(op, |a, b| a & b),
            0x101 => self.logical(op, |a, b| a ^ b),
            0x102 => self.shift_register(op, Shift::Lsl, memory),
            0x103 => self.shift_register(op, Shift::Lsr, memory),
            0x104 => self.shift_register(op, Shift::Asr, memory),
            0x105 => self.add_with_carry(op),
            0x106 => self.subtract_with_carry(op),
            0x107 => self.shift_register(op, Shift::Ror, memory),
            0x108 => self.test(op),
            0x109 => self.negate(op),
            0x10a => self.compare_low(op),
            0x10b => self.compare_negated(op),
            0x10c => self.logical(op, |a, b| a | b),
            0x10d => self.multiply(op, memory),
            0x10e => self.logical(op, |a, b| a & !b),
            0x10f => self.logical(op, |_, b| !b),
            // Operations that reach R8 to R15.
            0x110..=0x113 => self.add_high(op, memory),
            0x114..=0x117 => self.compare_high(op),
            0x118..=0x11b => self.move_high(op, memory),
            0x11c..=0x11d => return self.branch_exchange(op, memory),
            0x11e..=0x11f => return self.branch_link_exchange(op, memory),
            // A6.6: loads and stores.
            0x120..=0x13f => return self.load_literal(op, memory),
            0x140..=0x147 => return self.store_register(op, Cpu::store_word, memory),
            0x148..=0x14f => return self.store_register(op, Cpu::store_half, memory),
            0x150..=0x157 => return self.store_register(op, Cpu::store_byte, memory),
            0x158..=0x15f => return self.load_register(op, Cpu::load_signed_byte, memory),
            0x160..=0x167 => return self.load_register(op, Cpu::load_word, memory),
            0x168..=0x16f => return self.load_register(op, Cpu::load_half, memory),
            0x170..=0x177 => return self.load_register(op, Cpu::load_byte, memory),
            0x178..=0x17f => return self.load_register(op, Cpu::load_signed_half, memory),
            0x180..=0x19f => return self.store_immediate(op, 4, Cpu::store_word, memory),
            0x1a0..=0x1bf => return self.load_immediate(op, 4, Cpu::load_word, memory),
            0x1c0..=0x1df => return self.store_immediate(op, 1, Cpu::store_byte, memory),
            0x1e0..=0x1ff => return self.load_immediate(op, 1, Cpu::load_byte, memory),
            0x200..=0x21f => return self.store_immediate(op, 2, Cpu::store_half, memory),
            0x220..=0x23f => return self.load_immediate(op, 2, Cpu::load_half, memory),
            0x240..=0x25f => return self.store_stack(op, memory),
            0x260..=0x27f => return self.load_stack(op, memory),
            // Addresses, and the stack pointer.
            0x280..=0x29f => self.add_to_pc(op),
            0x2a0..=0x2bf => self.add_to_stack_pointer(op),
            0x2c0..=0x2c1 => self.registers[13] = self.registers[13].wrapping_add(offset7(op)),
            0x2c2..=0x2c3 => self.registers[13] = self.registers[13].wrapping_sub(offset7(op)),
            // A6.7: several registers.
            0x2d0..=0x2d7 => return self.push(op, memory),
            0x2f0..=0x2f7 => return self.pop(op, memory),
            0x300..=0x31f => return self.store_multiple(op, memory),
            0x320..=0x33f => return self.load_multiple(op, memory),
            // A6.3: branches.
            0x340..=0x343 => self.branch_if(self.status.zero, op, memory),
            0x344..=0x347 => self.branch_if(!self.status.zero, op, memory),
            0x348..=0x34b => self.branch_if(self.status.carry, op, memory),
            0x34c..=0x34f => self.branch_if(!self.status.carry, op, memory),
            0x350..=0x353 => self.branch_if(self.status.negative, op, memory),
            0x354..=0x357 => self.branch_if(!self.status.negative, op, memory),
            0x358..=0x35b => self.branch_if(self.status.overflow, op, memory),
            0x35c..=0x35f => self.branch_if(!self.status.overflow, op, memory),
            0x360..=0x377 => self.branch_if(self.status.holds(opcode >> 8 & 15), op, memory),
            0x37c..=0x37f => return Err(Exception::SoftwareInterrupt(opcode as u8)),
            0x380..=0x39f => self.branch(op, memory),
            0x3c0..=0x3df => return self.branch_link_first(op, memory),
            0x3e0..=0x3ff => return self.branch_link_second(op, memory),
            _ => return self.extension(op),
        }
        Ok(())
    }

    /// Opcodes that ARMv4T leaves undefined.
    fn extension(&mut self, op: Opcode) -> Result<(), Exception> {
        match self.architecture {
            Architecture::V4T => Err(Exception::Undefined),
            Architecture::V6M => self.execute_v6m(op),
        }
    }
}

#[inline(always)]
fn offset7(op: Opcode) -> u32 {
    (op.0 & 0x7f) << 2
}
