//! Memory of a test program: code that can be read, RAM, and a log of writes.

use arm7::{Abort, Cycle, Memory};

pub const CODE: u32 = 0x0010_0000;
pub const CODE_BYTES: usize = 0x1000;
pub const RAM: u32 = 0x4000_0000;
pub const RAM_BYTES: usize = 0x400;

#[derive(Clone)]
pub struct TestMemory {
    pub code: Vec<u8>,
    pub ram: Vec<u8>,
    /// Code bytes that have been executed or read, and so may not change any more.
    pub used: Vec<bool>,
    /// The last instruction's writes as the oracle logs them.
    pub writes: Vec<u8>,
    /// The last instruction's accesses: its reads of code, and whether one was misaligned.
    pub literals: Vec<usize>,
    pub misaligned: bool,
}

impl TestMemory {
    fn bytes<const N: usize>(&self, address: u32) -> Result<[u8; N], Abort> {
        let (bytes, at) = match address >= RAM {
            true => (&self.ram, address - RAM),
            false => (&self.code, address.wrapping_sub(CODE)),
        };
        let at = at as usize;
        let bytes = bytes.get(at..at.saturating_add(N)).ok_or(Abort)?;
        bytes.try_into().map_err(|_| Abort)
    }

    fn load<const N: usize>(&mut self, address: u32) -> Result<[u8; N], Abort> {
        let bytes = self.bytes(address)?;
        if address < RAM {
            let at = (address - CODE) as usize;
            self.literals.extend(at..at + N);
        }
        Ok(bytes)
    }

    fn store(&mut self, address: u32, bytes: &[u8]) -> Result<(), Abort> {
        let at = address.checked_sub(RAM).ok_or(Abort)? as usize;
        let place = self.ram.get_mut(at..at + bytes.len()).ok_or(Abort)?;
        place.copy_from_slice(bytes);
        let mut value = [0; 4];
        value[..bytes.len()].copy_from_slice(bytes);
        self.writes.extend(address.to_le_bytes());
        self.writes.extend((bytes.len() as u32).to_le_bytes());
        self.writes.extend(value);
        Ok(())
    }
}

impl Memory for TestMemory {
    fn fetch16(&mut self, address: u32, _: Cycle) -> Result<u16, Abort> {
        self.bytes(address).map(u16::from_le_bytes)
    }
    fn fetch32(&mut self, address: u32, _: Cycle) -> Result<u32, Abort> {
        self.bytes(address).map(u32::from_le_bytes)
    }
    fn load8(&mut self, address: u32, _: Cycle) -> Result<u8, Abort> {
        self.load(address).map(u8::from_le_bytes)
    }
    fn load16(&mut self, address: u32, _: Cycle) -> Result<u16, Abort> {
        self.load(address).map(u16::from_le_bytes)
    }
    fn load32(&mut self, address: u32, _: Cycle) -> Result<u32, Abort> {
        self.load(address).map(u32::from_le_bytes)
    }
    fn store8(&mut self, address: u32, data: u8, _: Cycle) -> Result<(), Abort> {
        self.store(address, &[data])
    }
    fn store16(&mut self, address: u32, data: u16, _: Cycle) -> Result<(), Abort> {
        self.store(address, &data.to_le_bytes())
    }
    fn store32(&mut self, address: u32, data: u32, _: Cycle) -> Result<(), Abort> {
        self.store(address, &data.to_le_bytes())
    }
    fn misaligned(&mut self, _: u32) {
        self.misaligned = true;
    }
}
