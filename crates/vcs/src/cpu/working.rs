//! The registers in the form that running instructions use.

use super::{Registers, flag};

/// The registers while instructions are running. Instead of the flags N, V, Z and C, this struct
/// keeps values from which they can be computed. The status register is computed only when it is
/// read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Working {
    pub pc: u16,
    /// The value that determines Z and N: Z is set if bits 0 to 7 are 0, N if bit 7 or 15 is set.
    result: u16,
    /// The bits of the status register that do not have a separate field. For speed, this field
    /// must precede `a`. In any other order, compilers load `a` together with its neighbors, and
    /// that wide load has to wait for an earlier one-byte store to `a`.
    rest: u8,
    pub a: u8,
    pub x: u8,
    pub y: u8,
    pub s: u8,
    pub carry: bool,
    /// The value that determines V: V is bit 7.
    pub overflow: u8,
}

impl From<Registers> for Working {
    #[inline(always)]
    fn from(registers: Registers) -> Working {
        let Registers {
            pc, a, x, y, s, p, ..
        } = registers;
        let mut working = Working {
            pc,
            a,
            x,
            y,
            s,
            carry: false,
            overflow: 0,
            result: 0,
            rest: 0,
        };
        working.set_status(p);
        working
    }
}

impl From<Working> for Registers {
    #[inline(always)]
    fn from(working: Working) -> Registers {
        let p = working.status();
        let Working { pc, a, x, y, s, .. } = working;
        Registers { pc, a, x, y, s, p }
    }
}

impl Working {
    /// Returns the status register.
    #[inline(always)]
    pub(crate) fn status(&self) -> u8 {
        let bit = |on: bool, flag: u8| if on { flag } else { 0 };
        self.rest
            | bit(self.carry, flag::C)
            | bit(self.zero(), flag::Z)
            | bit(self.overflow & 0x80 != 0, flag::V)
            | bit(self.negative(), flag::N)
    }

    #[inline(always)]
    fn set_status(&mut self, p: u8) {
        self.carry = p & flag::C != 0;
        self.overflow = p << 1;
        self.set_n_and_z(p & flag::N, p & flag::Z != 0);
        self.rest = p & !(flag::C | flag::Z | flag::V | flag::N);
    }

    /// Sets the status register to a pulled byte. Ignores bits 4 and 5, which do not exist in the
    /// register.
    #[inline(always)]
    pub(crate) fn pull_status(&mut self, data: u8) {
        self.set_status(data & !flag::B | flag::UNUSED);
    }

    /// Sets or clears the flag I or D.
    #[inline(always)]
    pub(crate) fn set(&mut self, flag: u8, value: bool) {
        self.rest = self.rest & !flag | if value { flag } else { 0 };
    }

    #[inline(always)]
    pub(crate) fn decimal(&self) -> bool {
        self.rest & flag::D != 0
    }

    #[inline(always)]
    pub(crate) fn zero(&self) -> bool {
        self.result & 0xff == 0
    }

    #[inline(always)]
    pub(crate) fn negative(&self) -> bool {
        self.result & 0x8080 != 0
    }

    /// Sets N and Z according to a result, and returns the result.
    #[inline(always)]
    pub(crate) fn set_nz(&mut self, result: u8) -> u8 {
        self.result = result.into();
        result
    }

    /// Sets N to bit 7 of `n`, and Z to `z`.
    #[inline(always)]
    pub(crate) fn set_n_and_z(&mut self, n: u8, z: bool) {
        self.result = u16::from(n & 0x80) << 8 | u16::from(!z);
    }
}
