//! The operations of instructions: functions of the registers and one byte, without a bus.
//! Functions that are long and rarely used take and return [`Working`] by value. A loop that calls
//! them can then keep the fields of [`Working`] in the host's registers.

use super::{flag, working::Working};
use isa6502::Mnemonic;

/// The constant of ANE and LXA. These unstable instructions OR it into A before they use A.
// The constant is EE in the netlist's test vectors and in most reports about real chips. Chips with
// 00 and FF exist.
const MAGIC: u8 = 0xee;

impl Working {
    /// Runs an operation that reads a byte from memory or as an immediate operand.
    #[inline(always)]
    pub(crate) fn operate(&mut self, mnemonic: Mnemonic, data: u8) {
        use Mnemonic::*;
        match mnemonic {
            Lda => self.a = self.set_nz(data),
            Ldx => self.x = self.set_nz(data),
            Ldy => self.y = self.set_nz(data),
            And => self.a = self.set_nz(self.a & data),
            Ora => self.a = self.set_nz(self.a | data),
            Eor => self.a = self.set_nz(self.a ^ data),
            Adc => self.adc(data),
            Sbc => self.sbc(data),
            Cmp => self.compare(self.a, data),
            Cpx => self.compare(self.x, data),
            Cpy => self.compare(self.y, data),
            Bit => self.bit(data),
            Lax => self.load_a_x(data),
            Las => {
                self.s &= data;
                self.load_a_x(self.s);
            }
            Anc => {
                self.a = self.set_nz(self.a & data);
                self.carry = self.negative();
            }
            Asr => {
                let result = self.lsr(self.a & data);
                self.a = result;
            }
            Arr => *self = self.arr(data),
            Sbx => {
                let both = self.a & self.x;
                self.compare(both, data);
                self.x = both.wrapping_sub(data);
            }
            Ane => self.a = self.set_nz((self.a | MAGIC) & self.x & data),
            Lxa => self.load_a_x((self.a | MAGIC) & data),
            _ => {}
        }
    }

    /// Runs an operation that changes a byte in memory or in the accumulator. Returns the new byte.
    #[inline(always)]
    pub(crate) fn modify(&mut self, mnemonic: Mnemonic, data: u8) -> u8 {
        use Mnemonic::*;
        match mnemonic {
            Asl => self.asl(data),
            Lsr => self.lsr(data),
            Rol => self.rol(data),
            Ror => self.ror(data),
            Inc => self.set_nz(data.wrapping_add(1)),
            Dec => self.set_nz(data.wrapping_sub(1)),
            Slo => self.modify_then_operate(Working::asl, Ora, data),
            Rla => self.modify_then_operate(Working::rol, And, data),
            Sre => self.modify_then_operate(Working::lsr, Eor, data),
            Rra => self.modify_then_operate(Working::ror, Adc, data),
            Dcp => self.modify_then_operate(|_, data| data.wrapping_sub(1), Cmp, data),
            Isb => self.modify_then_operate(|_, data| data.wrapping_add(1), Sbc, data),
            _ => data,
        }
    }

    /// Runs an undocumented instruction that combines two operations: changes a byte, then runs
    /// `operation` with the result. Returns the changed byte.
    #[inline(always)]
    fn modify_then_operate(
        &mut self,
        change: fn(&mut Self, u8) -> u8,
        operation: Mnemonic,
        data: u8,
    ) -> u8 {
        let result = change(self, data);
        self.operate(operation, result);
        result
    }

    /// Returns the byte that a store writes. `base_high` is the high byte of the address before
    /// indexing. The unstable stores write their data ANDed with that byte plus one.
    #[inline(always)]
    pub(crate) fn stored_byte(&mut self, mnemonic: Mnemonic, base_high: u8) -> u8 {
        use Mnemonic::*;
        let mask = base_high.wrapping_add(1);
        match mnemonic {
            Sta => self.a,
            Stx => self.x,
            Sty => self.y,
            Sax => self.a & self.x,
            Sha => self.a & self.x & mask,
            Shx => self.x & mask,
            Shy => self.y & mask,
            Shs => {
                self.s = self.a & self.x;
                self.s & mask
            }
            _ => 0,
        }
    }

    /// Runs an operation without an operand.
    #[inline(always)]
    pub(crate) fn operate_implied(&mut self, mnemonic: Mnemonic) {
        use Mnemonic::*;
        match mnemonic {
            Inx => self.x = self.set_nz(self.x.wrapping_add(1)),
            Iny => self.y = self.set_nz(self.y.wrapping_add(1)),
            Dex => self.x = self.set_nz(self.x.wrapping_sub(1)),
            Dey => self.y = self.set_nz(self.y.wrapping_sub(1)),
            Tax => self.x = self.set_nz(self.a),
            Tay => self.y = self.set_nz(self.a),
            Txa => self.a = self.set_nz(self.x),
            Tya => self.a = self.set_nz(self.y),
            Tsx => self.x = self.set_nz(self.s),
            Txs => self.s = self.x,
            Clc => self.carry = false,
            Sec => self.carry = true,
            Cld => self.set(flag::D, false),
            Sed => self.set(flag::D, true),
            Cli => self.set(flag::I, false),
            Sei => self.set(flag::I, true),
            Clv => self.overflow = 0,
            Asl | Lsr | Rol | Ror => {
                let result = self.modify(mnemonic, self.a);
                self.a = result;
            }
            _ => {}
        }
    }

    /// Returns true if the branch is taken.
    #[inline(always)]
    pub(crate) fn takes_branch(&self, mnemonic: Mnemonic) -> bool {
        use Mnemonic::*;
        match mnemonic {
            Bpl => !self.negative(),
            Bmi => self.negative(),
            Bvc => self.overflow & 0x80 == 0,
            Bvs => self.overflow & 0x80 != 0,
            Bcc => !self.carry,
            Bcs => self.carry,
            Bne => !self.zero(),
            _ => self.zero(),
        }
    }

    #[inline(always)]
    fn load_a_x(&mut self, data: u8) {
        self.a = self.set_nz(data);
        self.x = data;
    }

    #[inline(always)]
    fn compare(&mut self, register: u8, data: u8) {
        self.set_nz(register.wrapping_sub(data));
        self.carry = register >= data;
    }

    #[inline(always)]
    fn bit(&mut self, data: u8) {
        self.set_n_and_z(data, self.a & data == 0);
        self.overflow = data << 1;
    }

    #[inline(always)]
    fn asl(&mut self, data: u8) -> u8 {
        self.carry = data & 0x80 != 0;
        self.set_nz(data << 1)
    }

    #[inline(always)]
    fn lsr(&mut self, data: u8) -> u8 {
        self.carry = data & 0x01 != 0;
        self.set_nz(data >> 1)
    }

    #[inline(always)]
    fn rol(&mut self, data: u8) -> u8 {
        let carry = u8::from(self.carry);
        self.carry = data & 0x80 != 0;
        self.set_nz(data << 1 | carry)
    }

    #[inline(always)]
    fn ror(&mut self, data: u8) -> u8 {
        let carry = u8::from(self.carry);
        self.carry = data & 0x01 != 0;
        self.set_nz(data >> 1 | carry << 7)
    }

    #[inline(always)]
    fn adc(&mut self, data: u8) {
        let carry = u16::from(self.carry);
        let sum = u16::from(self.a) + u16::from(data) + carry;
        if self.decimal() {
            *self = self.adc_decimal(data, sum as u8);
            return;
        }
        self.set_overflow(data, sum as u8);
        self.carry = sum > 0xff;
        self.a = self.set_nz(sum as u8);
    }

    /// Adds in decimal mode as the NMOS chip does. Z comes from the binary sum. N and V come from
    /// the sum in which only the low digit has been corrected.
    fn adc_decimal(mut self, data: u8, binary: u8) -> Working {
        let carry = u16::from(self.carry);
        let mut low = u16::from(self.a & 0x0f) + u16::from(data & 0x0f) + carry;
        if low > 0x09 {
            low = ((low + 0x06) & 0x0f) + 0x10;
        }
        let mut sum = u16::from(self.a & 0xf0) + u16::from(data & 0xf0) + low;
        self.set_n_and_z(sum as u8, binary == 0);
        self.set_overflow(data, sum as u8);
        if sum > 0x9f {
            sum += 0x60;
        }
        self.carry = sum > 0xff;
        self.a = sum as u8;
        self
    }

    #[inline(always)]
    fn set_overflow(&mut self, data: u8, sum: u8) {
        self.overflow = !(self.a ^ data) & (self.a ^ sum);
    }

    /// Subtracts. In decimal mode, the flags are still those of the binary subtraction.
    #[inline(always)]
    fn sbc(&mut self, data: u8) {
        let a = self.a;
        let borrow = u8::from(!self.carry);
        let difference = a.wrapping_sub(data).wrapping_sub(borrow);
        self.set_overflow(!data, difference);
        let no_borrow = u16::from(a) >= u16::from(data) + u16::from(borrow);
        self.carry = no_borrow;
        self.a = self.set_nz(difference);
        if self.decimal() {
            self.a = subtract_decimal(a, data, borrow);
        }
    }

    /// Executes ARR: ANDs the operand into A, then rotates A right. The chip's adder also takes
    /// part, which affects C and V and, in decimal mode, the digits.
    fn arr(mut self, data: u8) -> Working {
        let masked = self.a & data;
        let result = masked >> 1 | u8::from(self.carry) << 7;
        self.a = self.set_nz(result);
        self.overflow = (result ^ result << 1) << 1;
        self.carry = result & 0x40 != 0;
        if self.decimal() {
            self.arr_decimal(masked, result);
        }
        self
    }

    fn arr_decimal(&mut self, masked: u8, result: u8) {
        let (low, high) = (masked & 0x0f, masked >> 4);
        self.overflow = (masked ^ result) << 1;
        if low + (low & 1) > 5 {
            self.a = self.a & 0xf0 | self.a.wrapping_add(6) & 0x0f;
        }
        let carry = high + (high & 1) > 5;
        self.carry = carry;
        if carry {
            self.a = self.a.wrapping_add(0x60);
        }
    }
}

fn subtract_decimal(a: u8, data: u8, borrow: u8) -> u8 {
    let mut low = i16::from(a & 0x0f) - i16::from(data & 0x0f) - i16::from(borrow);
    if low < 0 {
        low = ((low - 0x06) & 0x0f) - 0x10;
    }
    let mut difference = i16::from(a & 0xf0) - i16::from(data & 0xf0) + low;
    if difference < 0 {
        difference -= 0x60;
    }
    difference as u8
}
