//! The instructions that ARMv6-M adds to ARMv4T's Thumb instructions, for code built with
//! `-march=armv6s-m`.
//!
//! Source: ARMv6-M Architecture Reference Manual (DDI 0419), A5 and A6.

use super::Opcode;
use crate::{Cpu, Cycle, Exception, Memory};

impl Cpu {
    /// Executes BLX, sign and zero extension, byte reversal, CPS, BKPT and the hints.
    pub(super) fn execute_v6m(
        &mut self,
        op: Opcode,
        memory: &mut impl Memory,
    ) -> Result<(), Exception> {
        let value = self.registers[op.register_at(3)];
        let result = match op.0 >> 6 {
            0x11e..=0x11f => return self.branch_link_exchange(op, memory),
            0x2c8 => value as i16 as u32,
            0x2c9 => value as i8 as u32,
            0x2ca => value & 0xffff,
            0x2cb => value & 0xff,
            0x2e8 => value.swap_bytes(),
            0x2e9 => value.swap_bytes().rotate_left(16),
            0x2eb => (value as u16).swap_bytes() as i16 as u32,
            0x2d9 if op.0 & !0x10 == 0xb662 => {
                self.status.irq_disabled = op.0 & 0x10 != 0;
                return Ok(());
            }
            0x2f8..=0x2fb => return Err(Exception::Breakpoint(op.0 as u8)),
            // NOP, YIELD, WFE, WFI, SEV, and the hints that the manual does not name.
            0x2fc..=0x2ff if op.0 & 0x0f == 0 => return Ok(()),
            _ => return Err(Exception::Undefined),
        };
        self.registers[op.register_at(0)] = result;
        Ok(())
    }

    /// Executes the 32-bit instructions: BL, the barriers, MRS and MSR.
    // DDI 0419, A5.3.
    pub(super) fn execute_wide(
        &mut self,
        op: Opcode,
        memory: &mut impl Memory,
    ) -> Result<(), Exception> {
        let first = op.0;
        let second = self.pipeline[0];
        if second & 0xd000 == 0xd000 {
            let link = self.registers[15] | 1;
            let target = self.registers[15].wrapping_add_signed(wide_offset(first, second));
            self.registers[14] = link;
            self.branch_thumb(target, memory);
            return Ok(());
        }
        let (register, special) = ((second >> 8 & 15) as usize, second & 0xff);
        match (first, second & 0xff00) {
            (0xf3bf, 0x8f00) if matches!(second >> 4 & 15, 4..=6) => {}
            (0xf3ef, _) if second & 0xf000 == 0x8000 && register < 13 => {
                self.registers[register] = self.special_register(special)?;
            }
            (0xf380..=0xf38e, 0x8800) => {
                self.set_special_register(special, self.registers[(first & 15) as usize])?;
            }
            _ => return Err(Exception::Undefined),
        }
        self.skip_second_half(memory);
        Ok(())
    }

    fn skip_second_half(&mut self, memory: &mut impl Memory) {
        let next = self.registers[15];
        self.branch_thumb(next, memory);
        self.fetch = Cycle::Sequential;
    }

    /// Returns the value that MRS reads from a special register. Only the flags, the main stack
    /// pointer and PRIMASK are implemented; the exception number, the process stack pointer and
    /// CONTROL always read as 0.
    // DDI 0419, B4.2.2.
    fn special_register(&self, number: u32) -> Result<u32, Exception> {
        match number {
            0..=3 => Ok(self.status.flag_bits()),
            5..=7 => Ok(0),
            8 => Ok(self.registers[13]),
            16 => Ok(u32::from(self.status.irq_disabled)),
            9 | 20 => Ok(0),
            _ => Err(Exception::Undefined),
        }
    }

    fn set_special_register(&mut self, number: u32, value: u32) -> Result<(), Exception> {
        match number {
            0..=3 => self.status.set_flag_bits(value),
            8 => self.registers[13] = value & !3,
            16 => self.status.irq_disabled = value & 1 != 0,
            5..=7 | 9 | 20 => {}
            _ => return Err(Exception::Undefined),
        }
        Ok(())
    }
}

/// Returns the 25-bit offset of an ARMv6-M BL. If the offset is not negative, its bits 22 and 23
/// are stored inverted.
// DDI 0419, A6.7.13.
fn wide_offset(first: u32, second: u32) -> i32 {
    let sign = first >> 10 & 1;
    let high = (second >> 13 & 1 ^ sign ^ 1) << 23 | (second >> 11 & 1 ^ sign ^ 1) << 22;
    let offset = sign << 24 | high | (first & 0x3ff) << 12 | (second & 0x7ff) << 1;
    (offset << 7) as i32 >> 7
}
