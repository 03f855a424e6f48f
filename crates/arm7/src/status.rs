//! The program status registers: condition flags, interrupt masks, instruction set, mode.

use serde::{Deserialize, Serialize};

/// The processor's modes. All but [`Mode::System`] and [`Mode::User`] have banked registers.
// ARM Architecture Reference Manual (DDI 0100), A2.2 and the encodings of A2.5.6.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Mode {
    User,
    Fiq,
    Irq,
    Supervisor,
    Abort,
    Undefined,
    System,
}

impl Mode {
    /// Returns the mode with this encoding in the low five bits of a status register.
    pub fn from_bits(bits: u32) -> Option<Mode> {
        Some(match bits & 0x1f {
            0x10 => Mode::User,
            0x11 => Mode::Fiq,
            0x12 => Mode::Irq,
            0x13 => Mode::Supervisor,
            0x17 => Mode::Abort,
            0x1b => Mode::Undefined,
            0x1f => Mode::System,
            _ => return None,
        })
    }

    /// Returns the mode's encoding.
    pub fn bits(self) -> u32 {
        match self {
            Mode::User => 0x10,
            Mode::Fiq => 0x11,
            Mode::Irq => 0x12,
            Mode::Supervisor => 0x13,
            Mode::Abort => 0x17,
            Mode::Undefined => 0x1b,
            Mode::System => 0x1f,
        }
    }
}

/// The fields of the current program status register.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Status {
    /// N: bit 31 of the last result.
    pub negative: bool,
    /// Z: the last result was zero.
    pub zero: bool,
    /// C: carry; after a subtraction: no borrow; after a shift: the last bit shifted out.
    pub carry: bool,
    /// V: signed overflow.
    pub overflow: bool,
    /// I: interrupt requests are masked. In ARMv6-M this is PRIMASK.
    pub irq_disabled: bool,
    /// F: fast interrupt requests are masked.
    pub fiq_disabled: bool,
    /// T: Thumb state.
    pub thumb: bool,
    /// The mode.
    pub mode: Mode,
}

impl Status {
    /// Bit I of a status register.
    pub const IRQ_DISABLED: u32 = 1 << 7;
    /// Bit F of a status register.
    pub const FIQ_DISABLED: u32 = 1 << 6;
    /// Bit T of a status register.
    pub const THUMB: u32 = 1 << 5;

    /// Returns the register's 32 bits. Bits that do not exist in ARMv4T are 0.
    pub fn bits(&self) -> u32 {
        self.flag_bits()
            | u32::from(self.irq_disabled) << 7
            | u32::from(self.fiq_disabled) << 6
            | u32::from(self.thumb) << 5
            | self.mode.bits()
    }

    /// Returns N, Z, C and V in bits 31 to 28.
    pub fn flag_bits(&self) -> u32 {
        u32::from(self.negative) << 31
            | u32::from(self.zero) << 30
            | u32::from(self.carry) << 29
            | u32::from(self.overflow) << 28
    }

    /// Sets N, Z, C and V from bits 31 to 28.
    pub fn set_flag_bits(&mut self, bits: u32) {
        self.negative = bits >> 31 & 1 != 0;
        self.zero = bits >> 30 & 1 != 0;
        self.carry = bits >> 29 & 1 != 0;
        self.overflow = bits >> 28 & 1 != 0;
    }

    /// Sets N and Z from `result`, and returns `result`.
    #[inline(always)]
    pub(crate) fn set_nz(&mut self, result: u32) -> u32 {
        self.negative = result >> 31 != 0;
        self.zero = result == 0;
        result
    }

    /// Returns true if a condition holds. `condition` is its code: bits 31 to 28 of an ARM
    /// instruction, or bits 11 to 8 of a Thumb branch.
    // DDI 0100, A3.2. Code 15 means "never" on the ARM7TDMI-S; the manual leaves it undefined.
    #[inline(always)]
    pub fn meets(&self, condition: u32) -> bool {
        let holds = match condition >> 1 & 7 {
            0 => self.zero,
            1 => self.carry,
            2 => self.negative,
            3 => self.overflow,
            4 => self.carry && !self.zero,
            5 => self.negative == self.overflow,
            6 => !self.zero && self.negative == self.overflow,
            _ => true,
        };
        holds != (condition & 1 != 0)
    }
}
