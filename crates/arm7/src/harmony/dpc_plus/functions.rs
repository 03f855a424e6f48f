//! The functions that CALLFUNCTION performs: copying, filling, and calling the game's ARM code.

use super::{
    super::{bus_loop::BusLoop, facts::OVERHEAD_CLOCKS},
    DISPLAY_OFFSET, DpcPlus,
};

impl DpcPlus {
    /// Performs a write to CALLFUNCTION. Afterwards the console continues at its current address.
    pub(super) fn call(&mut self, function: u8, cycle: u64, flash: &[u8]) {
        let mut clocks = OVERHEAD_CLOCKS;
        match function {
            254 | 255 => clocks += self.call_code(function, cycle, flash, None),
            1 => self.copy(flash),
            2 => self.fill(),
            _ => {}
        }
        if function < 254 {
            self.parameter = 0;
        }
        if self.common.calls.calls_take_time() {
            self.common.run_music(cycle);
            self.common.feed(clocks, cycle, function == 254);
        }
    }

    /// Executes function 1: copies from flash to the display data, starting at a fetcher's pointer.
    fn copy(&mut self, flash: &[u8]) {
        let [low, high, fetcher, count, ..] = self.parameters;
        let from = (u16::from_le_bytes([low, high]).wrapping_add(0xc00)) & 0x7fff;
        let to = self.fetchers[usize::from(fetcher & 7)].pointer;
        for index in 0..u16::from(count.max(1)) {
            let byte = flash
                .get(usize::from(from) + usize::from(index))
                .copied()
                .unwrap_or(0);
            self.set_display_byte_unwrapped(to.wrapping_add(index), byte);
        }
    }

    /// Executes function 2: fills display data, starting at a fetcher's pointer.
    fn fill(&mut self) {
        let [byte, _, fetcher, count, ..] = self.parameters;
        let to = self.fetchers[usize::from(fetcher & 7)].pointer;
        for index in 0..u16::from(count.max(1)) {
            self.set_display_byte_unwrapped(to.wrapping_add(index), byte);
        }
    }

    /// Writes a byte of display data. An offset past the end of the display data does not wrap
    /// around; it reaches the frequency table, which follows.
    fn set_display_byte_unwrapped(&mut self, at: u16, byte: u8) {
        let ram = self.common.lpc.ram_mut();
        if let Some(target) = ram.get_mut(DISPLAY_OFFSET + usize::from(at)) {
            *target = byte;
        }
    }
}
