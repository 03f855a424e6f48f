//! The program's memory: ROM with the library, code and constants, and RAM with data and stack.

use super::{library::LIBRARY, link::RAM};
use crate::{Abort, Cycle, Memory};

/// The memory that the processor accesses while it runs. Every access takes one clock.
// The STM32F4 runs this code from RAM without wait states, so an instruction takes a clock for each
// access. That differs from the Cortex-M0's manual (DDI 0432) by at most one clock.
pub(super) struct Map<'a> {
    pub(super) rom: &'a [u8],
    pub(super) ram: &'a mut [u8],
    pub(super) clock: u64,
}

impl Map<'_> {
    /// Returns the memory that contains an address, and the address's offset in it.
    #[inline(always)]
    fn locate(&self, address: u32) -> (&[u8], usize) {
        let (memory, base) = if address >= RAM {
            (&*self.ram, RAM)
        } else {
            (self.rom, LIBRARY)
        };
        (memory, address.wrapping_sub(base) as usize)
    }

    /// Returns a range of RAM for writing.
    pub(super) fn ram_range(&mut self, address: u32, size: u32) -> Result<&mut [u8], Abort> {
        let from = address.wrapping_sub(RAM) as usize;
        let end = from.checked_add(size as usize).ok_or(Abort)?;
        self.ram.get_mut(from..end).ok_or(Abort)
    }

    /// Returns a copy of a range of memory.
    pub(super) fn copy_range(&self, address: u32, size: u32) -> Result<Vec<u8>, Abort> {
        let (memory, from) = self.locate(address);
        let end = from.checked_add(size as usize).ok_or(Abort)?;
        memory.get(from..end).map(<[u8]>::to_vec).ok_or(Abort)
    }
}

impl Memory for Map<'_> {
    #[inline(always)]
    fn fetch<const N: usize>(&mut self, address: u32, cycle: Cycle) -> Result<[u8; N], Abort> {
        self.load(address, cycle)
    }

    #[inline(always)]
    fn load<const N: usize>(&mut self, address: u32, _: Cycle) -> Result<[u8; N], Abort> {
        self.clock = self.clock.wrapping_add(1);
        let (memory, offset) = self.locate(address);
        let bytes = memory.get(offset..).and_then(|bytes| bytes.first_chunk());
        bytes.copied().ok_or(Abort)
    }

    #[inline(always)]
    fn store<const N: usize>(
        &mut self,
        address: u32,
        bytes: [u8; N],
        _: Cycle,
    ) -> Result<(), Abort> {
        self.clock = self.clock.wrapping_add(1);
        let offset = address.wrapping_sub(RAM) as usize;
        let target = self
            .ram
            .get_mut(offset..)
            .and_then(|ram| ram.first_chunk_mut());
        *target.ok_or(Abort)? = bytes;
        Ok(())
    }
}
