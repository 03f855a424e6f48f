//! The program's memory: the library, code and constants; data and stack.

use super::{library::LIBRARY, link::RAM};
use crate::{Abort, Cycle, Memory};

/// Memory while the processor runs. Every access takes a clock.
// The STM32F4 runs such code from RAM without waiting; instructions then take as many clocks as
// they make accesses, as the Cortex-M0's manual (DDI 0432) has it within one clock.
pub(super) struct Map<'a> {
    pub(super) rom: &'a [u8],
    pub(super) ram: &'a mut [u8],
    pub(super) clock: u64,
}

impl Map<'_> {
    #[inline(always)]
    fn load<const N: usize>(&mut self, address: u32) -> Result<[u8; N], Abort> {
        self.clock = self.clock.wrapping_add(1);
        let (memory, base) = match address >= RAM {
            true => (&*self.ram, RAM),
            false => (self.rom, LIBRARY),
        };
        let at = address.wrapping_sub(base) as usize;
        let bytes = memory.get(at..).and_then(|bytes| bytes.first_chunk());
        bytes.copied().ok_or(Abort)
    }

    #[inline(always)]
    fn store<const N: usize>(&mut self, address: u32, bytes: [u8; N]) -> Result<(), Abort> {
        self.clock = self.clock.wrapping_add(1);
        let at = address.wrapping_sub(RAM) as usize;
        let place = self.ram.get_mut(at..).and_then(|ram| ram.first_chunk_mut());
        *place.ok_or(Abort)? = bytes;
        Ok(())
    }

    /// A range of RAM, to write.
    pub(super) fn ram_range(&mut self, address: u32, size: u32) -> Result<&mut [u8], Abort> {
        let from = address.wrapping_sub(RAM) as usize;
        let end = from.checked_add(size as usize).ok_or(Abort)?;
        self.ram.get_mut(from..end).ok_or(Abort)
    }

    /// A range of memory, copied.
    pub(super) fn copied(&self, address: u32, size: u32) -> Result<Vec<u8>, Abort> {
        let (memory, base) = match address >= RAM {
            true => (&*self.ram, RAM),
            false => (self.rom, LIBRARY),
        };
        let from = address.wrapping_sub(base) as usize;
        let end = from.checked_add(size as usize).ok_or(Abort)?;
        memory.get(from..end).map(<[u8]>::to_vec).ok_or(Abort)
    }
}

impl Memory for Map<'_> {
    #[inline(always)]
    fn fetch16(&mut self, address: u32, _: Cycle) -> Result<u16, Abort> {
        self.load(address).map(u16::from_le_bytes)
    }

    fn fetch32(&mut self, address: u32, _: Cycle) -> Result<u32, Abort> {
        self.load(address).map(u32::from_le_bytes)
    }

    #[inline(always)]
    fn load8(&mut self, address: u32, _: Cycle) -> Result<u8, Abort> {
        self.load(address).map(u8::from_le_bytes)
    }

    #[inline(always)]
    fn load16(&mut self, address: u32, _: Cycle) -> Result<u16, Abort> {
        self.load(address).map(u16::from_le_bytes)
    }

    #[inline(always)]
    fn load32(&mut self, address: u32, _: Cycle) -> Result<u32, Abort> {
        self.load(address).map(u32::from_le_bytes)
    }

    #[inline(always)]
    fn store8(&mut self, address: u32, data: u8, _: Cycle) -> Result<(), Abort> {
        self.store(address, data.to_le_bytes())
    }

    #[inline(always)]
    fn store16(&mut self, address: u32, data: u16, _: Cycle) -> Result<(), Abort> {
        self.store(address, data.to_le_bytes())
    }

    #[inline(always)]
    fn store32(&mut self, address: u32, data: u32, _: Cycle) -> Result<(), Abort> {
        self.store(address, data.to_le_bytes())
    }

    #[inline(always)]
    fn idle(&mut self, _: u32) {}
}
