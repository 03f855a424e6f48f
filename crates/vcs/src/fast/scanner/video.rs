//! The scanner in place of the TIA on the bus.

use super::{Scanner, write::simple_registers};
use crate::{
    bus::VideoChip,
    television::Television,
    tia::{Layers, Revision, Tia, inputs::Pins},
};

impl VideoChip for Scanner {
    #[inline]
    fn run(&mut self, clocks: u32, television: &mut Television) {
        self.run(clocks, television);
    }

    #[inline]
    fn write(&mut self, register: u8, data: u8, television: &mut Television) {
        self.write(register, data, television);
    }

    #[inline]
    fn read(&mut self, register: u8, bus: u8, _: &mut Television) -> u8 {
        self.read(register, bus)
    }

    fn settle(&mut self, television: &mut Television) -> &Tia {
        self.settle(television)
    }

    fn set_inputs(&mut self, pins: Pins) {
        self.set_inputs(pins);
    }

    fn set_revision(&mut self, revision: Revision, television: &mut Television) {
        self.settle(television);
        self.simple = simple_registers(&revision);
        self.chip.set_revision(revision);
    }

    fn set_layers(&mut self, layers: Layers, television: &mut Television) {
        self.settle(television);
        self.chip.set_layers(layers);
    }

    #[inline]
    fn clock(&self) -> u8 {
        self.chip.clock()
    }

    #[inline]
    fn clocks_to_line_end(&self) -> u32 {
        self.chip.clocks_to_line_end()
    }

    #[inline]
    fn sync_active(&self) -> bool {
        self.chip.sync_active()
    }
}
