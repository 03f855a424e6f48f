//! The adder and the barrel shifter.

use crate::status::Status;

/// Additions and subtractions that set the flags.
// DDI 0100, A2.5.2 and the glossary's CarryFrom, BorrowFrom and OverflowFrom.
impl Status {
    #[inline(always)]
    pub(crate) fn add(&mut self, a: u32, b: u32) -> u32 {
        let (sum, carry) = a.overflowing_add(b);
        self.carry = carry;
        self.overflow = (a ^ sum) & (b ^ sum) & 0x8000_0000 != 0;
        self.set_nz(sum)
    }

    #[inline(always)]
    pub(crate) fn sub(&mut self, a: u32, b: u32) -> u32 {
        let difference = a.wrapping_sub(b);
        self.carry = a >= b;
        self.overflow = (a ^ b) & (a ^ difference) & 0x8000_0000 != 0;
        self.set_nz(difference)
    }

    #[inline(always)]
    pub(crate) fn adc(&mut self, a: u32, b: u32) -> u32 {
        let wide = u64::from(a) + u64::from(b) + u64::from(self.carry);
        let sum = wide as u32;
        self.carry = wide >> 32 != 0;
        self.overflow = (a ^ sum) & (b ^ sum) & 0x8000_0000 != 0;
        self.set_nz(sum)
    }

    #[inline(always)]
    pub(crate) fn sbc(&mut self, a: u32, b: u32) -> u32 {
        self.adc(a, !b)
    }
}

/// An operation of the barrel shifter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shift {
    Lsl,
    Lsr,
    Asr,
    Ror,
}

impl Shift {
    /// Returns the shift with this encoding in two bits.
    pub(crate) fn from_bits(bits: u32) -> Shift {
        match bits & 3 {
            0 => Shift::Lsl,
            1 => Shift::Lsr,
            2 => Shift::Asr,
            _ => Shift::Ror,
        }
    }

    /// Shifts by the low byte of a register, 0 to 255. Returns the result and the carry.
    // DDI 0100, A5.1.6 to A5.1.12: a shift by 0 changes neither the value nor the carry. After a
    // shift by 32, the carry is the last bit shifted out.
    #[inline(always)]
    pub(crate) fn by_register(self, value: u32, amount: u32, carry: bool) -> (u32, bool) {
        let amount = amount & 0xff;
        if amount == 0 {
            return (value, carry);
        }
        match self {
            Shift::Lsl if amount < 32 => (value << amount, value >> (32 - amount) & 1 != 0),
            Shift::Lsl => (0, amount == 32 && value & 1 != 0),
            Shift::Lsr if amount < 32 => (value >> amount, value >> (amount - 1) & 1 != 0),
            Shift::Lsr => (0, amount == 32 && value >> 31 != 0),
            Shift::Asr => asr(value, amount),
            Shift::Ror => {
                let result = value.rotate_right(amount & 31);
                (result, result >> 31 != 0)
            }
        }
    }

    /// Shifts by a five-bit immediate. If the amount is 0, LSL does not shift, LSR and ASR shift by
    /// 32, and ROR becomes RRX, a rotation by one bit through the carry.
    // DDI 0100, A5.1.5, A5.1.7, A5.1.9, A5.1.13.
    #[inline(always)]
    pub(crate) fn by_immediate(self, value: u32, amount: u32, carry: bool) -> (u32, bool) {
        match (self, amount) {
            (Shift::Lsl, 0) => (value, carry),
            (Shift::Lsr, 0) => (0, value >> 31 != 0),
            (Shift::Asr, 0) => asr(value, 32),
            (Shift::Ror, 0) => (u32::from(carry) << 31 | value >> 1, value & 1 != 0),
            _ => self.by_register(value, amount, carry),
        }
    }
}

#[inline(always)]
fn asr(value: u32, amount: u32) -> (u32, bool) {
    let result = (value as i32 >> amount.min(31)) as u32;
    let last = match amount {
        1..=31 => value >> (amount - 1) & 1,
        _ => value >> 31,
    };
    (result, last != 0)
}

/// Returns the number of internal cycles of a multiplication: one for each significant byte of the
/// multiplier. Leading bytes of all zeros do not count; leading bytes of all ones do not count if
/// the operation is signed.
// DDI 0234, 7.9: "m is 1 if bits [31:8] of the multiplier operand are all zero or one", and so on.
pub(crate) fn multiply_cycles(multiplier: u32, signed: bool) -> u32 {
    let magnitude = if signed && multiplier >> 31 != 0 {
        !multiplier
    } else {
        multiplier
    };
    match magnitude {
        0..=0xff => 1,
        0x100..=0xffff => 2,
        0x1_0000..=0xff_ffff => 3,
        _ => 4,
    }
}
