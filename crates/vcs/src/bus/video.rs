//! The interface through which the bus drives the TIA.

use crate::{
    television::Television,
    tia::{Layers, Revision, Tia, inputs::Pins},
};

/// The TIA with sound and input pins: the chip itself, or `fast::Recurring`, which gives the same
/// results with less work.
///
/// Pixels, lines and sound samples may reach the television late, but they have all reached it
/// after [`VideoChip::settle`].
pub trait VideoChip: Sized {
    /// Makes a copy. Output that the television has not received yet goes to `television`, which is
    /// normally a copy of the original's television.
    fn copy(&self, television: &mut Television) -> Self;

    /// Runs color clocks, at least one.
    fn run(&mut self, clocks: u32, television: &mut Television);

    /// Writes to a register, at the end of the color clocks run so far.
    fn write(&mut self, register: u8, data: u8, television: &mut Television);

    /// Reads a register, at the end of the color clocks run so far; `bus` is the last byte on the
    /// data bus.
    fn read(&mut self, register: u8, bus: u8, television: &mut Television) -> u8;

    /// Returns the chip at the end of the color clocks run so far, with all fields up to date.
    fn settle(&mut self, television: &mut Television) -> &Tia;

    /// Connects the input pins.
    fn set_inputs(&mut self, pins: Pins);

    /// Changes the chip's revision and keeps all other state.
    fn set_revision(&mut self, revision: Revision, television: &mut Television);

    /// Chooses which objects are shown and which collide.
    fn set_layers(&mut self, layers: Layers, television: &mut Television);

    /// Returns the next color clock, 0..=227.
    fn clock(&self) -> u8;

    /// Returns the number of color clocks until the line ends, 1..=228.
    fn clocks_to_line_end(&self) -> u32;

    /// Returns true while VSYNC is on or a write to RSYNC is pending: the frame may end with this
    /// line.
    fn sync_active(&self) -> bool;
}

impl VideoChip for Tia {
    fn copy(&self, _: &mut Television) -> Tia {
        self.clone()
    }

    fn run(&mut self, clocks: u32, television: &mut Television) {
        self.run(clocks, television);
    }

    fn write(&mut self, register: u8, data: u8, _: &mut Television) {
        self.write(register, data);
    }

    fn read(&mut self, register: u8, bus: u8, _: &mut Television) -> u8 {
        Tia::read(self, register, bus)
    }

    fn settle(&mut self, _: &mut Television) -> &Tia {
        self
    }

    fn set_inputs(&mut self, pins: Pins) {
        self.set_inputs(pins);
    }

    fn set_revision(&mut self, revision: Revision, _: &mut Television) {
        self.set_revision(revision);
    }

    fn set_layers(&mut self, layers: Layers, _: &mut Television) {
        self.set_layers(layers);
    }

    fn clock(&self) -> u8 {
        self.clock()
    }

    fn clocks_to_line_end(&self) -> u32 {
        self.clocks_to_line_end()
    }

    fn sync_active(&self) -> bool {
        self.sync_active()
    }
}
