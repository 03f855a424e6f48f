//! The interface through which the bus drives the TIA.

use crate::{
    television::Television,
    tia::{Tia, inputs::Pins},
};

/// A TIA with sound and input pins. This is either the chip itself, or `fast::Recurring`, which
/// gives the same results with less work.
///
/// Pixels, lines and sound samples may reach the television late. After [`VideoChip::settle`], all
/// of them have reached it.
pub trait VideoChip: Sized {
    /// Returns a copy of the chip. Output of the original that has not reached a television yet
    /// goes to `television`, which is normally a copy of the original's television.
    fn copy(&self, television: &mut Television) -> Self;

    /// Runs the chip for a number of color clocks, at least one.
    fn run(&mut self, clocks: u32, television: &mut Television);

    /// Writes to a register after the color clocks that have been run so far.
    fn write(&mut self, register: u8, data: u8, television: &mut Television);

    /// Reads a register after the color clocks that have been run so far. `bus` is the last byte on
    /// the data bus.
    fn read(&mut self, register: u8, bus: u8, television: &mut Television) -> u8;

    /// Brings all fields of the chip up to date with the color clocks that have been run so far,
    /// and returns the chip.
    fn settle(&mut self, television: &mut Television) -> &Tia;

    /// Sets the levels of the input pins.
    fn set_inputs(&mut self, pins: Pins);

    /// Changes the chip's settings with the function `change`.
    fn change_chip(&mut self, television: &mut Television, change: impl FnOnce(&mut Tia));

    /// Returns the number of the next color clock in the line, 0..=227.
    fn clock(&self) -> u8;

    /// Returns the number of color clocks until the line ends, 1..=228.
    fn clocks_to_line_end(&self) -> u32;

    /// Returns true while VSYNC is on or a write to RSYNC is pending. In that case, the frame may
    /// end with the current line.
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

    fn change_chip(&mut self, _: &mut Television, change: impl FnOnce(&mut Tia)) {
        change(self);
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
