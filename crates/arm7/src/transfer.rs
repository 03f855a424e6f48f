//! Aligned and unaligned loads and stores, shared by ARM and Thumb state.
//!
//! Each access is one nonsequential cycle. A load adds an internal cycle; after a store the next
//! fetch is nonsequential (DDI 0234, 7.10 and 7.11).

use crate::{Architecture, Cpu, Cycle, Exception, Memory};

type LoadResult = Result<u32, Exception>;
type StoreResult = Result<(), Exception>;

impl Cpu {
    /// Executes LDR: a word at an unaligned address is rotated so that the addressed byte is
    /// lowest.
    // DDI 0100, A4.1.23: "the loaded value is rotated right by 8 times the value of bits [1:0]".
    #[inline(always)]
    pub(crate) fn load_word(&mut self, address: u32, memory: &mut impl Memory) -> LoadResult {
        let word = self.read_word(address, memory)?;
        memory.idle(1);
        Ok(word)
    }

    /// Reads a word as LDR does, but without LDR's internal cycle, as SWP requires.
    #[inline(always)]
    pub(crate) fn read_word(&mut self, address: u32, memory: &mut impl Memory) -> LoadResult {
        if address & 3 != 0 {
            self.handle_unaligned(address, memory)?;
        }
        let word = memory.load32(address & !3, Cycle::NonSequential);
        let word = word.map_err(|_| Exception::DataAbort(address))?;
        Ok(word.rotate_right(8 * (address & 3)))
    }

    /// Executes LDRH. The manual does not define the result for an odd address. The real chip
    /// rotates the zero-extended halfword so that the addressed byte is lowest.
    // GBATEK, "ARM CPU memory alignments", seen on the Game Boy Advance's ARM7TDMI (console
    // report).
    #[inline(always)]
    pub(crate) fn load_half(&mut self, address: u32, memory: &mut impl Memory) -> LoadResult {
        if address & 1 != 0 {
            self.handle_unaligned(address, memory)?;
        }
        let half = memory.load16(address & !1, Cycle::NonSequential);
        let half = half.map_err(|_| Exception::DataAbort(address))?;
        memory.idle(1);
        Ok(u32::from(half).rotate_right(8 * (address & 1)))
    }

    /// Executes LDRSH. At an odd address the chip loads the byte at that address and sign-extends
    /// it.
    // See `load_half`.
    #[inline(always)]
    pub(crate) fn load_signed_half(
        &mut self,
        address: u32,
        memory: &mut impl Memory,
    ) -> LoadResult {
        let half = self.load_half(address, memory)?;
        Ok(match address & 1 {
            0 => half as i16 as u32,
            _ => half as i8 as u32,
        })
    }

    #[inline(always)]
    pub(crate) fn load_byte(&mut self, address: u32, memory: &mut impl Memory) -> LoadResult {
        let byte = self.read_byte(address, memory)?;
        memory.idle(1);
        Ok(byte)
    }

    #[inline(always)]
    pub(crate) fn read_byte(&mut self, address: u32, memory: &mut impl Memory) -> LoadResult {
        let byte = memory.load8(address, Cycle::NonSequential);
        byte.map(u32::from)
            .map_err(|_| Exception::DataAbort(address))
    }

    #[inline(always)]
    pub(crate) fn load_signed_byte(
        &mut self,
        address: u32,
        memory: &mut impl Memory,
    ) -> LoadResult {
        Ok(self.load_byte(address, memory)? as i8 as u32)
    }

    /// Executes STR: the low two address bits are ignored.
    // DDI 0100, A4.1.99.
    #[inline(always)]
    pub(crate) fn store_word(
        &mut self,
        address: u32,
        data: u32,
        memory: &mut impl Memory,
    ) -> StoreResult {
        if address & 3 != 0 {
            self.handle_unaligned(address, memory)?;
        }
        self.fetch = Cycle::NonSequential;
        memory
            .store32(address & !3, data, Cycle::NonSequential)
            .map_err(|_| Exception::DataAbort(address))
    }

    /// Executes STRH: the lowest address bit is ignored.
    #[inline(always)]
    pub(crate) fn store_half(
        &mut self,
        address: u32,
        data: u32,
        memory: &mut impl Memory,
    ) -> StoreResult {
        if address & 1 != 0 {
            self.handle_unaligned(address, memory)?;
        }
        self.fetch = Cycle::NonSequential;
        memory
            .store16(address & !1, data as u16, Cycle::NonSequential)
            .map_err(|_| Exception::DataAbort(address))
    }

    #[inline(always)]
    pub(crate) fn store_byte(
        &mut self,
        address: u32,
        data: u32,
        memory: &mut impl Memory,
    ) -> StoreResult {
        self.fetch = Cycle::NonSequential;
        memory
            .store8(address, data as u8, Cycle::NonSequential)
            .map_err(|_| Exception::DataAbort(address))
    }

    /// Loads the registers in `list` from consecutive words that start at `address`. Does not write
    /// the PC, but returns the word loaded for it, or `None` if the PC is not in the list. If a
    /// load fails, all registers keep their old values.
    // DDI 0234, 7.12: nS + N + I, where one S is the instruction's own fetch.
    #[inline(always)]
    pub(crate) fn load_list(
        &mut self,
        address: u32,
        list: u32,
        memory: &mut impl Memory,
    ) -> Result<Option<u32>, Exception> {
        if address & 3 != 0 {
            self.handle_unaligned(address, memory)?;
        }
        let saved = self.registers;
        let mut next = address & !3;
        let mut cycle = Cycle::NonSequential;
        let mut pc = None;
        let mut remaining = list;
        while remaining != 0 {
            let number = remaining.trailing_zeros() as usize & 15;
            remaining &= remaining - 1;
            let Ok(word) = memory.load32(next, cycle) else {
                self.registers = saved;
                return Err(Exception::DataAbort(next));
            };
            match number {
                15 => pc = Some(word),
                _ => self.registers[number] = word,
            }
            next = next.wrapping_add(4);
            cycle = Cycle::Sequential;
        }
        memory.idle(1);
        Ok(pc)
    }

    /// Stores the registers in `list` to consecutive words that start at `address`. `value` returns
    /// the word to store for the register with the given number.
    // DDI 0234, 7.13: (n-1)S + 2N.
    #[inline(always)]
    pub(crate) fn store_list<M: Memory>(
        &mut self,
        address: u32,
        list: u32,
        memory: &mut M,
        mut value: impl FnMut(&mut Cpu, usize) -> u32,
    ) -> StoreResult {
        if address & 3 != 0 {
            self.handle_unaligned(address, memory)?;
        }
        let mut next = address & !3;
        let mut cycle = Cycle::NonSequential;
        let mut remaining = list;
        while remaining != 0 {
            let number = remaining.trailing_zeros() as usize & 15;
            remaining &= remaining - 1;
            let data = value(self, number);
            memory
                .store32(next, data, cycle)
                .map_err(|_| Exception::DataAbort(next))?;
            next = next.wrapping_add(4);
            cycle = Cycle::Sequential;
        }
        self.fetch = Cycle::NonSequential;
        Ok(())
    }

    #[cold]
    fn handle_unaligned(&self, address: u32, memory: &mut impl Memory) -> StoreResult {
        memory.misaligned(address);
        match self.architecture {
            Architecture::V4T => Ok(()),
            Architecture::V6M => Err(Exception::Misaligned(address)),
        }
    }
}
