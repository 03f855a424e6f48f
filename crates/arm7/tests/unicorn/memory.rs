//! The memory of a test program: read-only code, RAM, and a log of writes.

use arm7::{Abort, Cycle, Memory};

/// The address of the code.
pub const CODE: u32 = 0x0010_0000;
pub const CODE_BYTES: usize = 0x1000;
/// The address of the RAM.
pub const RAM: u32 = 0x4000_0000;
pub const RAM_BYTES: usize = 0x400;

#[derive(Clone)]
pub struct TestMemory {
    pub code: Vec<u8>,
    pub ram: Vec<u8>,
    /// For each byte of `code`: true if it has been executed or read, so it must no longer change.
    pub used: Vec<bool>,
    /// The writes of the last instruction, in the oracle's log format.
    pub writes: Vec<u8>,
    /// The offsets in `code` of the bytes that the last instruction read.
    pub literals: Vec<usize>,
    /// True if the last instruction made a misaligned access.
    pub misaligned: bool,
}

impl TestMemory {
    fn bytes<const N: usize>(&self, address: u32) -> Result<[u8; N], Abort> {
        let (bytes, offset) = if address >= RAM {
            (&self.ram, address - RAM)
        } else {
            (&self.code, address.wrapping_sub(CODE))
        };
        let offset = offset as usize;
        let bytes = bytes.get(offset..offset.saturating_add(N)).ok_or(Abort)?;
        bytes.try_into().map_err(|_| Abort)
    }
}

impl Memory for TestMemory {
    fn fetch<const N: usize>(&mut self, address: u32, _: Cycle) -> Result<[u8; N], Abort> {
        self.bytes(address)
    }

    fn load<const N: usize>(&mut self, address: u32, _: Cycle) -> Result<[u8; N], Abort> {
        let bytes = self.bytes(address)?;
        if address < RAM {
            let offset = (address - CODE) as usize;
            self.literals.extend(offset..offset + N);
        }
        Ok(bytes)
    }

    fn store<const N: usize>(
        &mut self,
        address: u32,
        bytes: [u8; N],
        _: Cycle,
    ) -> Result<(), Abort> {
        let offset = address.checked_sub(RAM).ok_or(Abort)? as usize;
        let target = self.ram.get_mut(offset..offset + N).ok_or(Abort)?;
        target.copy_from_slice(&bytes);
        let mut value = [0; 4];
        value[..N].copy_from_slice(&bytes);
        self.writes.extend(address.to_le_bytes());
        self.writes.extend((N as u32).to_le_bytes());
        self.writes.extend(value);
        Ok(())
    }

    fn misaligned(&mut self, _: u32) {
        self.misaligned = true;
    }
}
