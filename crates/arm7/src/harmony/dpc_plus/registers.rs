//! The read registers and the write registers.

use super::{
    super::{call::peek, lpc::RAM},
    DISPLAY_BYTES, DISPLAY_OFFSET, DpcPlus, Fetcher, random,
};

/// Offset of the frequency table in RAM.
const FREQUENCIES: usize = 0x1c00;

impl DpcPlus {
    fn display_byte(&self, at: u16) -> u8 {
        self.common.lpc.ram()[DISPLAY_OFFSET..]
            .get(usize::from(at & (DISPLAY_BYTES - 1)))
            .copied()
            .unwrap_or(0)
    }

    fn set_display_byte(&mut self, at: u16, byte: u8) {
        let at = DISPLAY_OFFSET + usize::from(at & (DISPLAY_BYTES - 1));
        if let Some(target) = self.common.lpc.ram_mut().get_mut(at) {
            *target = byte;
        }
    }

    /// Reads a read register, 0x00 to 0x27.
    pub(super) fn read(&mut self, register: u8, cycle: u64, flash: &[u8]) -> u8 {
        let index = usize::from(register & 7);
        match register >> 3 {
            0 => return self.read_random_or_amplitude(index, cycle, flash),
            1 => {}
            2 if !self.is_inside_window(index) => {
                self.advance_pointer(index);
                return 0;
            }
            2 => {}
            3 => return self.read_fraction(index),
            _ => {
                return if self.is_inside_window(index) {
                    0xff
                } else {
                    0
                };
            }
        }
        let byte = self.display_byte(self.fetchers[index].pointer);
        self.advance_pointer(index);
        byte
    }

    fn read_random_or_amplitude(&mut self, index: usize, cycle: u64, flash: &[u8]) -> u8 {
        match index {
            0 => self.random = random::next(self.random),
            1 => self.random = random::previous(self.random),
            2..=4 => return self.random.to_le_bytes()[index - 1],
            _ => {
                self.common.run_music(cycle);
                return self.amplitude(flash);
            }
        }
        self.random as u8
    }

    fn advance_pointer(&mut self, index: usize) {
        let pointer = &mut self.fetchers[index].pointer;
        *pointer = pointer.wrapping_add(1) & 0xfff;
    }

    fn read_fraction(&mut self, index: usize) -> u8 {
        let fetcher = &mut self.fetchers[index];
        let at = (fetcher.fraction >> 8) as u16;
        fetcher.fraction = fetcher.fraction.wrapping_add(u32::from(fetcher.increment)) & 0xf_ffff;
        self.display_byte(at)
    }

    /// Returns true if the low byte of a fetcher's pointer is in the fetcher's window: strictly
    /// between its top and bottom.
    fn is_inside_window(&self, index: usize) -> bool {
        let Fetcher {
            pointer,
            top,
            bottom,
            ..
        } = self.fetchers[index];
        top.wrapping_sub(pointer as u8) > top.wrapping_sub(bottom)
    }

    /// Returns the sum of the three voices.
    pub(super) fn amplitude(&mut self, flash: &[u8]) -> u8 {
        let mut sum = 0u8;
        for voice in 0..3 {
            let at = self.waves[voice].wrapping_add(self.common.music.counters[voice] >> 27);
            sum = sum.wrapping_add(peek(&mut self.common.lpc, flash, at));
        }
        sum
    }

    /// Writes a write register, 0x28 to 0x7f.
    pub(super) fn write_register(&mut self, register: u8, data: u8, cycle: u64, flash: &[u8]) {
        let index = usize::from(register & 7);
        let jitter_mask = if self.variant.jitters {
            u32::from(!self.fast_fetch & 0x0f)
        } else {
            0x0f
        };
        let fetcher = &mut self.fetchers[index];
        match register >> 3 {
            // FRACLOW, FRACHI, FRACINC
            5 => {
                let low = if self.variant.clears_fraction {
                    0
                } else {
                    fetcher.fraction & 0xff
                };
                let high = fetcher.fraction & jitter_mask << 16;
                fetcher.fraction = high | u32::from(data) << 8 | low;
            }
            6 => fetcher.fraction = u32::from(data & 0x0f) << 16 | fetcher.fraction & 0xffff,
            7 => {
                fetcher.increment = data;
                fetcher.fraction &= 0xf_ff00;
            }
            8 => fetcher.top = data,
            9 => fetcher.bottom = data,
            // DFxLOW
            10 => fetcher.pointer = fetcher.pointer & (jitter_mask as u16) << 8 | u16::from(data),
            11 => self.write_control(index, data, cycle, flash),
            // DFxPUSH
            12 => {
                fetcher.pointer = fetcher.pointer.wrapping_sub(1) & 0xfff;
                let at = fetcher.pointer;
                self.set_display_byte(at, data);
            }
            // DFxHI
            13 => fetcher.pointer = u16::from(data & 0x0f) << 8 | fetcher.pointer & 0xff,
            14 => self.write_random(index, data, cycle),
            // DFxWRITE
            _ => {
                let at = fetcher.pointer;
                self.set_display_byte(at, data);
                self.advance_pointer(index);
            }
        }
    }

    fn write_control(&mut self, index: usize, data: u8, cycle: u64, flash: &[u8]) {
        match index {
            0 => self.fast_fetch = data,
            1 => {
                if let Some(parameter) = self.parameters[..7].get_mut(usize::from(self.parameter)) {
                    *parameter = data;
                    self.parameter += 1;
                }
            }
            2 => self.call(data, cycle, flash),
            // Indexes 3 and 4 are the two registers after CALLFUNCTION. Some drivers dispatch
            // writes to these registers through the same table as CALLFUNCTION.
            4 if self.variant.clears_counter => self.common.music.counters[2] = 0,
            3 | 4 => {
                let pointer = &mut self.fetchers[index].pointer;
                *pointer = u16::from(data & 0x0f) << 8 | *pointer & 0xff;
            }
            _ => self.waves[index - 5] = RAM + DISPLAY_OFFSET as u32 + u32::from(data) * 32,
        }
    }

    fn write_random(&mut self, index: usize, data: u8, cycle: u64) {
        match index {
            0 => self.random = random::SEED,
            1..=4 => {
                let mut bytes = self.random.to_le_bytes();
                bytes[index - 1] = data;
                self.random = u32::from_le_bytes(bytes);
            }
            _ => {
                self.common.run_music(cycle);
                let at = FREQUENCIES + 4 * usize::from(data);
                self.common.music.frequencies[index - 5] = self.common.lpc.word(at);
            }
        }
    }
}
