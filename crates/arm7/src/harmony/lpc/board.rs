//! The processor's whole address space: flash, RAM and registers.

use super::{super::flash_line::FlashLine, Lpc, RAM};
use crate::{Abort, Cycle, Memory};

/// A microcontroller with its flash: everything that the processor can address.
pub struct Board<'a> {
    lpc: &'a mut Lpc,
    /// The image, mapped at address 0.
    flash: &'a [u8],
    line: FlashLine,
}

impl<'a> Board<'a> {
    /// Connects the chip to flash memory that holds the image.
    pub fn new(lpc: &'a mut Lpc, flash: &'a [u8]) -> Board<'a> {
        Board {
            lpc,
            flash,
            line: FlashLine::new(),
        }
    }

    /// Returns the chip, mutably.
    pub fn lpc(&mut self) -> &mut Lpc {
        self.line.invalidate();
        self.lpc
    }

    /// Returns bytes from flash or RAM; `None` for any other address.
    #[inline(always)]
    fn bytes<const N: usize>(&self, address: u32) -> Option<[u8; N]> {
        let (memory, at) = match address & 0xf000_0000 {
            0 => (self.flash, address),
            RAM => (&self.lpc.ram[..], address & 0x0fff_ffff),
            _ => return None,
        };
        memory.get(at as usize..at as usize + N)?.try_into().ok()
    }

    /// Fetches a halfword that the line cache cannot supply.
    #[inline(never)]
    fn fetch_half(&mut self, address: u32, cycle: Cycle) -> Result<u16, Abort> {
        if address >> 28 == 0 {
            let clocks = self.lpc.mam.fetch(address, cycle, self.lpc.clock);
            self.lpc.advance(clocks);
            let half = self.line.fill(address, &self.lpc.mam, self.flash);
            return half.ok_or(Abort);
        }
        self.lpc.advance(1);
        self.bytes(address).map(u16::from_le_bytes).ok_or(Abort)
    }

    #[cold]
    fn load_register<const N: usize>(&mut self, address: u32) -> Result<[u8; N], Abort> {
        let word = self.lpc.register(address & !3)?.to_le_bytes();
        let at = (address & 3) as usize;
        word[at..at + N].try_into().map_err(|_| Abort)
    }

    #[cold]
    fn store_register<const N: usize>(
        &mut self,
        address: u32,
        bytes: [u8; N],
    ) -> Result<(), Abort> {
        let mut word = [0; 4];
        word[..N].copy_from_slice(&bytes);
        let data = u32::from_le_bytes(word);
        match N {
            4 => self.lpc().set_register(address, data),
            _ => self.lpc().set_byte_or_half(address, data),
        }
    }
}

impl Memory for Board<'_> {
    #[inline(always)]
    fn fetch<const N: usize>(&mut self, address: u32, cycle: Cycle) -> Result<[u8; N], Abort> {
        self.line.invalidate();
        let clocks = match address >> 28 {
            0 => self.lpc.mam.fetch(address, cycle, self.lpc.clock),
            _ => 1,
        };
        self.lpc.advance(clocks);
        self.bytes(address).ok_or(Abort)
    }

    #[inline(always)]
    fn fetch16(&mut self, address: u32, cycle: Cycle) -> Result<u16, Abort> {
        match self.line.cached(address, cycle) {
            Some(half) => {
                self.lpc.advance(1);
                Ok(half)
            }
            None => self.fetch_half(address, cycle),
        }
    }

    #[inline(always)]
    fn load<const N: usize>(&mut self, address: u32, _: Cycle) -> Result<[u8; N], Abort> {
        let clocks = match address >> 28 {
            0 => self.lpc.mam.load(address, self.lpc.clock),
            _ => 1,
        };
        self.lpc.advance(clocks);
        match self.bytes(address) {
            Some(bytes) => Ok(bytes),
            None => self.load_register(address),
        }
    }

    #[inline(always)]
    fn store<const N: usize>(
        &mut self,
        address: u32,
        bytes: [u8; N],
        _: Cycle,
    ) -> Result<(), Abort> {
        self.lpc.advance(1);
        if address & 0xf000_0000 == RAM {
            let at = (address & 0x0fff_ffff) as usize;
            if let Some(target) = self.lpc.ram.get_mut(at..at + N) {
                target.copy_from_slice(&bytes);
                return Ok(());
            }
        }
        self.store_register(address, bytes)
    }

    #[inline(always)]
    fn idle(&mut self, cycles: u32) {
        self.lpc.advance(cycles.into());
    }
}
