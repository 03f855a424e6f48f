//! The interface between the console and an ARM cartridge, the same for every driver.

use super::{
    bus_loop::{BusLoop, Effect},
    calls::Record,
    feed::{Access, Options},
    lpc::Lpc,
};
use crate::Cpu;

/// An ARM cartridge as the console sees it. Parameters named `flash` or `image` are the whole
/// cartridge image.
pub trait Cartridge {
    /// Returns the number of the bank that the window shows.
    fn bank(&self) -> u8;

    /// Returns the image offset of the bank that the window shows.
    fn bank_offset(&self) -> usize;

    /// Returns the microcontroller.
    fn lpc(&self) -> &Lpc;

    /// Returns the microcontroller, mutably.
    fn lpc_mut(&mut self) -> &mut Lpc;

    /// Sets the processor's options.
    fn set_options(&mut self, options: Options);

    /// Returns the processor's options. Every field is `Some`.
    fn options(&self) -> Options;

    /// Returns the statistics about the calls since power-on.
    fn calls(&self) -> &Record;

    /// Returns the entry address of the game's ARM code, and its stack pointer.
    fn entry(&self, image: &[u8]) -> (u32, u32);

    /// Runs, on a copy of the cartridge, the call that `access` would start. Returns false if
    /// `access` does not start a call.
    fn watch_call(&self, access: Access, flash: &[u8], watch: &mut dyn FnMut(&Cpu, u64)) -> bool;

    /// Runs one cycle of the console's bus. Returns the byte that the cartridge drives, or `None`.
    fn access(&mut self, access: Access, flash: &[u8]) -> Option<u8>;

    /// Returns the effect of an access at an offset in the window. `code` holds the bank's byte at
    /// that offset and the two bytes after it.
    fn effect(&self, offset: u16, code: [u8; 3]) -> Effect;

    /// Returns true if the next access may have an effect, whatever its address, because the driver
    /// is armed, a write has yet to take effect, or ARM code is running.
    fn is_armed_or_running(&self) -> bool;

    /// Returns the byte that the cartridge drove in the last access, if that was at this address.
    /// The cartridge drives it again as long as the address does not change.
    fn driven_at(&self, address: u16) -> Option<u8>;

    /// Records the address of the last access and the byte that the cartridge drove in it. Used
    /// after a series of accesses that have no effect and therefore do not go through
    /// [`Cartridge::access`]. [`Cartridge::is_armed_or_running`] must be false.
    fn record_last_access(&mut self, address: u16, driven: Option<u8>);

    /// Performs both accesses of an immediate load at `address`, and returns the byte that replaces
    /// the operand. If the operand is not replaced, returns `None` and changes nothing. `code`
    /// holds the opcode and the operand; the console reads the operand in `cycle`. The opcode's
    /// effect must be [`Effect::Arms`], and [`Cartridge::is_armed_or_running`] must be false.
    fn load(&mut self, address: u16, code: [u8; 2], cycle: u64, flash: &[u8]) -> Option<u8>;

    /// Returns the byte that the console gets at every address while ARM code is running; `None` if
    /// none is running.
    fn fed_byte(&self) -> Option<u8>;

    /// Switches banks if the address is a hot spot, and does nothing else. Used while the image's
    /// own driver answers the accesses.
    fn follow_bank(&mut self, address: u16);

    /// Returns a mask of the data lines that the cartridge did not drive in the last access, if
    /// that access was a write to another chip. The cartridge pulled the remaining lines to 0.
    fn undriven_lines(&self) -> u8;
}

impl<T: BusLoop + Clone> Cartridge for T {
    fn bank(&self) -> u8 {
        self.common().bank
    }

    fn bank_offset(&self) -> usize {
        BusLoop::bank_offset(self)
    }

    fn lpc(&self) -> &Lpc {
        &self.common().lpc
    }

    fn lpc_mut(&mut self) -> &mut Lpc {
        &mut self.common_mut().lpc
    }

    fn set_options(&mut self, options: Options) {
        self.common_mut().calls.set_options(options);
    }

    fn options(&self) -> Options {
        self.common().calls.options()
    }

    fn calls(&self) -> &Record {
        self.common().calls.record()
    }

    fn entry(&self, image: &[u8]) -> (u32, u32) {
        let entry = BusLoop::entry(self, image);
        (entry.address, entry.stack)
    }

    fn watch_call(&self, access: Access, flash: &[u8], watch: &mut dyn FnMut(&Cpu, u64)) -> bool {
        let write = self.common().write_taking_effect(access);
        let Some((_, function)) = write.filter(|write| self.is_call(*write)) else {
            return false;
        };
        let mut copy = self.clone();
        copy.common_mut().latches.address = access.address & 0x1fff;
        copy.call_code(function, access.cycle, flash, Some(watch));
        true
    }

    fn access(&mut self, access: Access, flash: &[u8]) -> Option<u8> {
        self.cycle(access, flash)
    }

    fn effect(&self, offset: u16, code: [u8; 3]) -> Effect {
        BusLoop::effect(self, offset, code)
    }

    fn is_armed_or_running(&self) -> bool {
        BusLoop::is_armed_or_running(self)
    }

    fn driven_at(&self, address: u16) -> Option<u8> {
        let latches = &self.common().latches;
        latches
            .driven
            .filter(|_| latches.address == address & 0x1fff)
    }

    fn record_last_access(&mut self, address: u16, driven: Option<u8>) {
        BusLoop::record_last_access(self, address, driven);
    }

    fn load(&mut self, address: u16, code: [u8; 2], cycle: u64, flash: &[u8]) -> Option<u8> {
        let byte = self.replacement(code[0], code[1], cycle, flash)?;
        BusLoop::record_last_access(self, address.wrapping_add(1), Some(byte));
        Some(byte)
    }

    fn fed_byte(&self) -> Option<u8> {
        self.common().latches.fed_byte()
    }

    fn follow_bank(&mut self, address: u16) {
        if address & 0x1000 != 0 {
            self.switch(address & 0xfff);
        }
    }

    fn undriven_lines(&self) -> u8 {
        BusLoop::undriven_lines(self)
    }
}
