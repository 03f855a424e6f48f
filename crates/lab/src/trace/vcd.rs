//! Waveforms: writes the signals of the bus and chips as a value change dump (IEEE 1364) for
//! waveform viewers.

use super::{Metadata, columns::decimal};
use std::fmt::{self, Write};
use vcs::{
    BusCycle, Place,
    cpu::{Registers, flag},
    television::Standard,
    tia::Signals,
};

/// Format name in the comment at the start of the dump.
pub const VCD_FORMAT: &str = "crownhead-vcd";
/// Version of the format [`VCD_FORMAT`]. The version is incremented when a signal is removed or its
/// meaning changes.
pub const VCD_VERSION: u32 = 1;

/// Scope, name and width in bits of each wire, in the order of [`Wire`].
const WIRES: [(&str, &str, u8); 35] = [
    ("clocks", "clk", 1),
    ("clocks", "phi0", 1),
    ("cpu", "rdy", 1),
    ("cpu", "rw", 1),
    ("cpu", "sync", 1),
    ("cpu", "address", 13),
    ("cpu", "data", 8),
    ("tia", "hblank", 1),
    ("tia", "vsync", 1),
    ("tia", "vblank", 1),
    ("tia", "x", 8),
    ("tia", "y", 10),
    ("tia", "color", 8),
    ("tia", "p0", 1),
    ("tia", "m0", 1),
    ("tia", "p1", 1),
    ("tia", "m1", 1),
    ("tia", "bl", 1),
    ("tia", "pf", 1),
    ("tia", "collisions", 16),
    ("tia", "aud0", 4),
    ("tia", "aud1", 4),
    ("riot", "intim", 8),
    ("television", "frame", 32),
    ("cpu", "a", 8),
    ("cpu", "xreg", 8),
    ("cpu", "yreg", 8),
    ("cpu", "pc", 16),
    ("cpu", "sp", 8),
    ("cpu", "n", 1),
    ("cpu", "v", 1),
    ("cpu", "d", 1),
    ("cpu", "i", 1),
    ("cpu", "z", 1),
    ("cpu", "c", 1),
];

/// Index of a wire.
#[derive(Debug, Clone, Copy)]
enum Wire {
    Clk,
    Phi0,
    Rdy,
    Rw,
    Sync,
    Address,
    Data,
    Hblank,
    Vsync,
    Vblank,
    X,
    Y,
    Color,
    /// The first object, player 0. The wires of the other objects follow.
    Objects,
    Collisions = 19,
    Audio0,
    Audio1,
    Intim,
    Frame,
    A,
    XRegister,
    YRegister,
    Pc,
    Sp,
    /// The first flag, N. The wires of the other flags follow.
    Flags,
}

/// The flags in the order of their wires.
const FLAGS: [u8; 6] = [flag::N, flag::V, flag::D, flag::I, flag::Z, flag::C];
/// The wires that only show how time passes. A compact dump leaves them out.
const TIMING_WIRES: [Wire; 3] = [Wire::Clk, Wire::Phi0, Wire::X];

/// One bus cycle with the signals of its three color clocks.
#[derive(Debug, Clone, Copy)]
pub struct WaveCycle {
    /// The place at which the cycle starts.
    pub place: Place,
    /// Number of the cycle since power-on.
    pub number: u64,
    /// The bus cycle.
    pub bus: BusCycle,
    /// The signals of the TIA in each of the cycle's three color clocks.
    pub clocks: [Signals; 3],
    /// The timer's value at the start of the cycle.
    pub intim: u8,
    /// The registers at the start of the cycle.
    pub registers: Registers,
}

/// Writes value change dumps.
#[derive(Debug)]
pub struct VcdWriter {
    clock_ps: u64,
    values: [Option<u32>; WIRES.len()],
    /// The time of the last change in the dump, in picoseconds.
    last_time: Option<u64>,
    /// True to leave out the wires in [`TIMING_WIRES`].
    compact: bool,
}

impl VcdWriter {
    /// Creates a writer for a console of this television standard, which determines the length of a
    /// color clock: 279,365 ps for NTSC, 281,937 ps for PAL.
    pub fn new(standard: Standard) -> VcdWriter {
        VcdWriter {
            clock_ps: (1e12 / standard.color_clock_hz()).round() as u64,
            values: [None; WIRES.len()],
            last_time: None,
            compact: false,
        }
    }

    /// Sets whether to leave out the signals that only show how time passes: `clk`, `phi0` and `x`.
    pub fn compact(mut self, compact: bool) -> VcdWriter {
        self.compact = compact;
        self
    }

    fn is_omitted(&self, index: usize) -> bool {
        self.compact && TIMING_WIRES.iter().any(|wire| *wire as usize == index)
    }

    /// Writes the metadata and the declarations of the wires.
    pub fn header(&self, out: &mut impl Write, metadata: &Metadata) -> fmt::Result {
        out.write_str("$comment ")?;
        metadata.write_json(out, VCD_FORMAT, VCD_VERSION)?;
        writeln!(out, "$end\n$timescale 1 ps $end\n$scope module vcs $end")?;
        for scope in ["clocks", "cpu", "tia", "riot", "television"] {
            writeln!(out, "$scope module {scope} $end")?;
            for (index, (wire_scope, name, bits)) in WIRES.iter().enumerate() {
                if *wire_scope == scope && !self.is_omitted(index) {
                    let code = char::from(code(index));
                    writeln!(out, "$var wire {bits} {code} {name} $end")?;
                }
            }
            writeln!(out, "$upscope $end")?;
        }
        writeln!(out, "$upscope $end\n$enddefinitions $end")
    }

    /// Appends one bus cycle.
    pub fn cycle(&mut self, out: &mut Vec<u8>, cycle: &WaveCycle) {
        let start = cycle.number * 3 * self.clock_ps;
        let half = self.clock_ps / 2;
        let bus = &cycle.bus;
        for (index, signals) in (0..).zip(&cycle.clocks) {
            let rise = start + index * self.clock_ps;
            self.set(out, rise, Wire::Clk, 1);
            if index == 0 {
                self.set(out, rise, Wire::Phi0, 0);
                self.set(out, rise, Wire::Rdy, bus.rdy.into());
                self.set(out, rise, Wire::Rw, (!bus.write).into());
                self.set(out, rise, Wire::Sync, bus.sync.into());
                self.set(out, rise, Wire::Address, bus.address.into());
                self.set(out, rise, Wire::Intim, cycle.intim.into());
                self.set(out, rise, Wire::Y, cycle.place.scanline.into());
                self.set(out, rise, Wire::Frame, cycle.place.frame as u32);
                self.write_registers(out, rise, &cycle.registers);
            }
            self.write_signals(out, rise, signals);
            self.set(out, rise + half, Wire::Clk, 0);
            if index == 1 {
                // The byte is valid on the bus in the second half of the cycle.
                self.set(out, rise + half, Wire::Phi0, 1);
                self.set(out, rise + half, Wire::Data, bus.data.into());
            }
        }
    }

    fn write_registers(&mut self, out: &mut Vec<u8>, time: u64, registers: &Registers) {
        self.set(out, time, Wire::A, registers.a.into());
        self.set(out, time, Wire::XRegister, registers.x.into());
        self.set(out, time, Wire::YRegister, registers.y.into());
        self.set(out, time, Wire::Pc, registers.pc.into());
        self.set(out, time, Wire::Sp, registers.s.into());
        for (index, flag) in FLAGS.iter().enumerate() {
            let on = registers.p & flag != 0;
            self.set_index(out, time, Wire::Flags as usize + index, on.into());
        }
    }

    fn write_signals(&mut self, out: &mut Vec<u8>, time: u64, signals: &Signals) {
        self.set(out, time, Wire::X, signals.clock.into());
        self.set(out, time, Wire::Hblank, signals.hblank.into());
        self.set(out, time, Wire::Vsync, signals.vsync.into());
        self.set(out, time, Wire::Vblank, signals.vblank.into());
        self.set(out, time, Wire::Color, signals.color.into());
        for object in 0..6 {
            let on = signals.objects >> object & 1;
            self.set_index(out, time, Wire::Objects as usize + object, on.into());
        }
        self.set(out, time, Wire::Collisions, signals.collisions.into());
        self.set(out, time, Wire::Audio0, signals.audio[0].into());
        self.set(out, time, Wire::Audio1, signals.audio[1].into());
    }

    fn set(&mut self, out: &mut Vec<u8>, time: u64, wire: Wire, value: u32) {
        self.set_index(out, time, wire as usize, value);
    }

    fn set_index(&mut self, out: &mut Vec<u8>, time: u64, index: usize, value: u32) {
        if self.values[index] == Some(value) || self.is_omitted(index) {
            return;
        }
        self.values[index] = Some(value);
        if self.last_time != Some(time) {
            self.last_time = Some(time);
            out.push(b'#');
            decimal(out, time, 0);
            out.push(b'\n');
        }
        let digit = |bit: u32| b'0' + (value >> bit & 1) as u8;
        if WIRES[index].2 == 1 {
            out.extend_from_slice(&[digit(0), code(index), b'\n']);
        } else {
            out.push(b'b');
            let digits = (u32::BITS - value.leading_zeros()).max(1);
            out.extend((0..digits).rev().map(digit));
            out.extend_from_slice(&[b' ', code(index), b'\n']);
        }
    }
}

/// Returns the one-character name of a wire in the dump.
fn code(index: usize) -> u8 {
    b'!' + index as u8
}
