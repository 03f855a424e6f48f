//! Code coverage: which bytes of an image were run or read, and which branches were taken or not
//! taken.

use isa6502::{Access, Mode, Opcode};
use vcs::{Cartridge, Step};

/// A record of how each byte of an image has been used. Its size in memory depends on the size of
/// the image, not on how long the program runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coverage {
    bytes: Vec<ByteUse>,
    /// Size of a bank in bytes. Either the bank size and the image size are both powers of two, or
    /// the image is a single bank.
    bank_size: usize,
    /// The image offset and the address of the last instruction, if it was a branch.
    branch: Option<(usize, u16)>,
}

/// How one byte of the image has been used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ByteUse {
    /// Number of times that an instruction beginning at this byte has run.
    pub runs: u64,
    /// True if the byte is part of an instruction that has run.
    pub is_code: bool,
    /// True if an instruction has read the byte as data: the byte was at the instruction's
    /// effective address.
    pub is_read: bool,
    /// For a branch, the number of times it was not taken, and the number of times it was taken.
    pub branches: [u64; 2],
}

impl Coverage {
    /// Creates an empty record for a cartridge.
    pub fn new(cartridge: &Cartridge) -> Coverage {
        let size = cartridge.image().len();
        Coverage {
            bytes: vec![ByteUse::default(); size],
            bank_size: cartridge.scheme().bank_size().min(size.max(1)),
            branch: None,
        }
    }

    /// Records an instruction before it runs.
    #[inline]
    pub fn step(&mut self, step: &Step) {
        let pc = step.registers.pc;
        if let Some((offset, branch)) = self.branch.take() {
            let taken = pc != branch.wrapping_add(2);
            self.bytes[offset].branches[usize::from(taken)] += 1;
        }
        let Some(offset) = self.offset(step.bank, pc) else {
            return;
        };
        let Some(opcode) = step.instruction.opcode() else {
            return;
        };
        self.count_run(offset, opcode);
        if opcode.mode == Mode::Relative {
            self.branch = Some((offset, pc));
        }
        if let Some(address) = step.effective
            && address & 0x1000 != 0
            && matches!(opcode.mnemonic.access(), Access::Read | Access::Modify)
            && let Some(offset) = self.offset(step.effective_bank, address)
        {
            self.bytes[offset].is_read = true;
        }
    }

    /// Counts one execution of an instruction.
    #[inline]
    fn count_run(&mut self, offset: usize, opcode: &Opcode) {
        let is_first = self.bytes[offset].runs == 0;
        self.bytes[offset].runs += 1;
        if is_first {
            let end = (offset + usize::from(opcode.length())).min(self.bytes.len());
            let bytes = self.bytes[offset..end].iter_mut();
            bytes.for_each(|byte| byte.is_code = true);
        }
    }

    /// Returns the offset in the image of an address in a bank; `None` if the address is outside
    /// the cartridge.
    #[inline]
    fn offset(&self, bank: usize, address: u16) -> Option<usize> {
        let offset = bank * self.bank_size + (usize::from(address) & (self.bank_size - 1) & 0xfff);
        (address & 0x1000 != 0 && offset < self.bytes.len()).then_some(offset)
    }

    /// Adds the coverage of another run of the same image.
    pub fn add(&mut self, other: &Coverage) {
        for (byte, other) in self.bytes.iter_mut().zip(&other.bytes) {
            byte.runs += other.runs;
            byte.is_code |= other.is_code;
            byte.is_read |= other.is_read;
            byte.branches[0] += other.branches[0];
            byte.branches[1] += other.branches[1];
        }
    }

    /// Returns the use of each byte of the image, in order.
    pub fn bytes(&self) -> &[ByteUse] {
        &self.bytes
    }

    /// Returns the use of each byte of the image, as one slice per bank.
    pub fn banks(&self) -> impl Iterator<Item = &[ByteUse]> {
        self.bytes.chunks(self.bank_size)
    }
}

impl ByteUse {
    /// Returns true if the byte has been neither run nor read.
    pub fn is_unused(&self) -> bool {
        !self.is_code && !self.is_read
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::stepping;
    use vcs::{Machine, PowerOn};

    #[test]
    fn code_data_and_branches_are_counted() {
        // F000 ldx #2; F002 lda $F010,x; F005 dex; F006 bne F002; F008 jmp F008
        let code = [
            0xa2, 2, 0xbd, 0x10, 0xf0, 0xca, 0xd0, 0xfa, 0x4c, 0x08, 0xf0,
        ];
        let mut image = [0; 4096];
        image[..code.len()].copy_from_slice(&code);
        image[0xffc..0xffe].copy_from_slice(&[0x00, 0xf0]);
        let cartridge = Cartridge::from_image(&image).unwrap();
        let mut coverage = Coverage::new(&cartridge);
        let mut machine = Machine::new(cartridge, PowerOn::default());
        for step in stepping::instructions(&mut machine).take(12) {
            coverage.step(&step);
        }
        let bytes = coverage.bytes();
        assert_eq!((bytes[0].runs, bytes[2].runs, bytes[6].runs), (1, 2, 2));
        assert_eq!(bytes[6].branches, [1, 1]);
        assert!(bytes[..11].iter().all(|byte| byte.is_code));
        let read: Vec<usize> = (0..4096).filter(|offset| bytes[*offset].is_read).collect();
        assert_eq!(read, [0x11, 0x12]);
        let mut twice = coverage.clone();
        twice.add(&coverage);
        assert_eq!(
            (twice.bytes()[2].runs, twice.bytes()[6].branches),
            (4, [2, 2])
        );
    }
}
