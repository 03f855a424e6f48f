//! The chip with its memory in place of the TIA on the bus.

use super::Recurring;
use crate::{
    bus::VideoChip,
    television::Television,
    tia::{Layers, Revision, Tia, inputs::Pins},
};

impl VideoChip for Recurring {
    fn copy(&self, television: &mut Television) -> Recurring {
        Recurring::with(self.copy_scanner(television), super::LINES_BEFORE)
    }

    #[inline]
    fn run(&mut self, clocks: u32, television: &mut Television) {
        self.run(clocks, television);
    }

    #[inline]
    fn reach(&mut self, cycle: u64) {
        self.reach(cycle);
    }

    #[inline]
    fn write(&mut self, register: u8, data: u8, television: &mut Television) {
        self.write(register, data, television);
    }

    #[inline]
    fn read(&mut self, register: u8, bus: u8, television: &mut Television) -> u8 {
        self.read(register, bus, television)
    }

    fn settle(&mut self, television: &mut Television) -> &Tia {
        self.settle(television)
    }

    fn set_inputs(&mut self, pins: Pins) {
        self.set_inputs(pins);
    }

    fn set_revision(&mut self, revision: Revision, television: &mut Television) {
        self.stop_recalling(television);
        self.memo.clear();
        self.scanner.set_revision(revision, television);
    }

    fn set_layers(&mut self, layers: Layers, television: &mut Television) {
        self.stop_recalling(television);
        self.scanner.set_layers(layers, television);
    }

    #[inline]
    fn clock(&self) -> u8 {
        self.scanner.clock()
    }

    #[inline]
    fn clocks_to_line_end(&self) -> u32 {
        self.scanner.clocks_to_line_end()
    }

    #[inline]
    fn sync_active(&self) -> bool {
        self.scanner.sync_active()
    }
}
