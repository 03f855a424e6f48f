//! What every cartridge with such a processor does for the console, whatever its driver.

use super::{
    bus_loop::{BusLoop, Effect},
    calls::Record,
    feed::{Access, Options},
    lpc::Lpc,
};
use crate::Cpu;

/// A cartridge, as the console meets it. `flash` and `image` are the whole image.
pub trait Cartridge {
    /// The number of the bank that the window shows.
    fn bank(&self) -> u8;

    /// The offset of that bank in the image.
    fn bank_offset(&self) -> usize;

    /// The chip.
    fn lpc(&self) -> &Lpc;

    /// The chip, to write.
    fn lpc_mut(&mut self) -> &mut Lpc;

    /// Chooses how the processor runs.
    fn set_options(&mut self, options: Options);

    /// How the processor runs: all is chosen.
    fn options(&self) -> Options;

    /// What the calls of ARM code since power-on did.
    fn calls(&self) -> &Record;

    /// Where calls enter ARM code, and the stack pointer there.
    fn entry(&self, image: &[u8]) -> (u32, u32);

    /// Runs the call that an access begins, on a copy; false if it begins none.
    fn watch_call(&self, access: Access, flash: &[u8], watch: &mut dyn FnMut(&Cpu, u64)) -> bool;

    /// A cycle of the console's bus. The byte that the cartridge drives; `None` while it does not.
    fn access(&mut self, access: Access, flash: &[u8]) -> Option<u8>;

    /// What an access at an offset of the window can do where a bank has these bytes there.
    fn effect(&self, offset: u16, code: [u8; 3]) -> Effect;

    /// Whether the next access may have an effect wherever it is: an operand is to be replaced, a
    /// write is to take effect, or ARM code runs.
    fn waits(&self) -> bool;

    /// Accesses without an effect have been made while the driver did not wait: the last one's
    /// address, and what the cartridge drove there.
    fn pass(&mut self, address: u16, driven: Option<u8>);

    /// An opcode of [`Effect::Arms`] is fetched at an address, while the driver does not wait, and
    /// in the numbered cycle the operand after it. What the console gets for that; `None`, with
    /// nothing done, if it is not replaced.
    fn load(&mut self, address: u16, code: [u8; 2], cycle: u64, flash: &[u8]) -> Option<u8>;

    /// The byte that the console gets while ARM code runs, at any address.
    fn fed(&self) -> Option<u8>;

    /// An access that the image's own driver answers: the bank changes as it does there.
    fn follow(&mut self, address: u16);

    /// The lines that the cartridge leaves alone in a write to another chip, in the access just
    /// made; it pulls the others to 0.
    fn leaves(&self) -> u8;
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
        let begun = self.common().taking_effect(access);
        let Some((_, function)) = begun.filter(|begun| self.is_call(*begun)) else {
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

    fn waits(&self) -> bool {
        BusLoop::waits(self)
    }

    fn pass(&mut self, address: u16, driven: Option<u8>) {
        BusLoop::pass(self, address, driven);
    }

    fn load(&mut self, address: u16, code: [u8; 2], cycle: u64, flash: &[u8]) -> Option<u8> {
        let byte = self.replaced(code[0], code[1], cycle, flash)?;
        BusLoop::pass(self, address.wrapping_add(1), Some(byte));
        Some(byte)
    }

    fn fed(&self) -> Option<u8> {
        self.common().latches.fed()
    }

    fn follow(&mut self, address: u16) {
        if address & 0x1000 != 0 {
            self.switch(address & 0xfff);
        }
    }

    fn leaves(&self) -> u8 {
        BusLoop::leaves(self)
    }
}
