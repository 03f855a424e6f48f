//! MRS, MSR and BX, which are encoded as comparisons that do not set the flags.

use super::register_at;
use crate::{Cpu, Exception, Memory, Mode, Status};

/// Bit 22 of MRS and MSR: set for the saved status register, clear for the current one.
const SAVED: u32 = 1 << 22;

impl Cpu {
    // DDI 0100, A3.16.1, figure A3-4.
    pub(super) fn status_or_exchange(
        &mut self,
        opcode: u32,
        memory: &mut impl Memory,
    ) -> Result<(), Exception> {
        let immediate = opcode >> 25 & 1 != 0;
        let write = opcode >> 21 & 1 != 0;
        match (immediate, write, opcode >> 4 & 15) {
            (true, true, _) => {
                let value = (opcode & 0xff).rotate_right(opcode >> 7 & 0x1e);
                self.write_status(opcode, value);
            }
            (false, true, 0) => self.write_status(opcode, self.operand_at(opcode, 0)),
            (false, false, 0) => {
                let status = self.read_status(opcode);
                self.set_arm_register(register_at(opcode, 12), status, memory);
            }
            (false, true, 1) if opcode & SAVED == 0 => {
                self.jump_exchange(self.operand_at(opcode, 0), memory);
            }
            _ => return Err(Exception::Undefined),
        }
        Ok(())
    }

    /// Restores the status register that was saved on entry to the current mode. Does nothing in
    /// user and system mode, which have no saved status register.
    pub(super) fn restore_status(&mut self) {
        let Some(bits) = self.saved_status() else {
            return;
        };
        self.set_control(bits);
        self.status.set_flag_bits(bits);
        self.status.thumb = bits & Status::THUMB != 0;
    }

    /// Executes MRS. In a mode without a saved status register, reads the current status register
    /// instead.
    // DDI 0100, A4.1.38.
    fn read_status(&self, opcode: u32) -> u32 {
        match self.saved_status() {
            Some(saved) if opcode & SAVED != 0 => saved,
            _ => self.status.bits(),
        }
    }

    /// Executes MSR. Bits 19 to 16 of the opcode select the bytes to write; only the highest byte
    /// (flags) and the lowest (control) have any effect. User mode can change only the flags. MSR
    /// never changes T in the current status register.
    // DDI 0100, A4.1.39.
    fn write_status(&mut self, opcode: u32, value: u32) {
        let flags = opcode >> 19 & 1 != 0;
        let control = opcode >> 16 & 1 != 0;
        if opcode & SAVED != 0 {
            let mask = (u32::from(flags) * 0xf000_0000) | (u32::from(control) * 0xff);
            if let Some(saved) = self.saved_status() {
                self.set_saved_status((saved & !mask) | (value & mask));
            }
            return;
        }
        if control && self.status.mode != Mode::User {
            self.set_control(value);
        }
        if flags {
            self.status.set_flag_bits(value);
        }
    }

    /// Sets the interrupt masks and the mode. If the mode bits do not encode a mode, the current
    /// mode stays.
    fn set_control(&mut self, bits: u32) {
        self.status.irq_disabled = bits & Status::IRQ_DISABLED != 0;
        self.status.fiq_disabled = bits & Status::FIQ_DISABLED != 0;
        if let Some(mode) = Mode::from_bits(bits) {
            self.set_mode(mode);
        }
    }
}
