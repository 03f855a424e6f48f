//! The rows of traces, produced one at a time.

use crate::{console::Machine, error::value_error};
use lab::trace::{
    FrameRecord, Symbols,
    bus::{BusWriter, TiaWriter, register_written},
    instruction_line, instruction_text, stepping,
    symbols::register_name,
};
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};
use vcs::{Hash, Place, cpu::Registers};

/// A row of a trace. An attribute is None if this kind of trace does not have it.
#[pyclass(module = "crownhead", frozen, get_all, str = "{text}")]
#[derive(Default)]
pub struct Row {
    /// The line that `crownhead trace` would write.
    text: String,
    /// The frame number, counted from 0.
    frame: u64,
    /// The scanline, counted from 0.
    scanline: Option<u16>,
    /// The color clock, 0 to 227.
    clock: Option<u16>,
    /// Number of cycles from power-on to the start of the instruction or bus cycle.
    cycle: Option<u64>,
    /// The address of the instruction.
    pc: Option<u16>,
    /// The disassembled instruction, with symbols.
    instruction: Option<String>,
    /// The values of the registers a, x, y, s and p before the instruction.
    registers: Option<(u8, u8, u8, u8, u8)>,
    /// The address on the bus, 13 bits.
    address: Option<u16>,
    /// The name of the register to which the cycle writes.
    register: Option<&'static str>,
    /// The byte on the bus.
    data: Option<u8>,
    /// True for a write.
    write: Option<bool>,
    /// The level of the processor's RDY line. It is false while the TIA halts the processor.
    rdy: Option<bool>,
    /// True if the cycle is an opcode fetch.
    sync: Option<bool>,
    /// Number of scanlines in the frame.
    lines: Option<usize>,
    /// The hashes of the picture, the sound, RAM and registers, and the whole trace so far, each
    /// with sixteen hexadecimal digits.
    hashes: Option<(String, String, String, String)>,
}

impl Row {
    /// Creates a row for this beam position and this cycle.
    fn at(place: Place, cycle: u64) -> Row {
        Row {
            frame: place.frame,
            scanline: Some(place.scanline),
            clock: Some(place.clock),
            cycle: Some(cycle),
            ..Row::default()
        }
    }
}

#[pymethods]
impl Row {
    fn __repr__(&self) -> &str {
        &self.text
    }
}

/// A writer for the rows of one kind of trace.
pub enum Writer {
    /// One row per frame. The value is the running hash over the frames so far.
    Frame(Hash),
    /// One row per instruction.
    Instruction,
    /// One row per bus cycle.
    Bus(BusWriter),
    /// One row per write to a register. The second field is the address of the current instruction.
    Tia(TiaWriter, u16),
}

impl Writer {
    /// Creates the writer for a kind of trace.
    pub fn of(kind: &str) -> PyResult<Writer> {
        Ok(match kind {
            "frame" => Writer::Frame(Hash::default()),
            "instruction" => Writer::Instruction,
            "bus" => Writer::Bus(BusWriter::default()),
            "tia" => Writer::Tia(TiaWriter::default(), 0),
            _ => {
                return Err(value_error(format!(
                    "the kinds of traces are frame, instruction, bus and tia, not {kind}; \
                     `python -m crownhead trace` has more"
                )));
            }
        })
    }

    /// Runs the machine for one frame, instruction or cycle, depending on the kind of trace.
    /// Returns the row for it; `None` if a cycle has no row, or if the processor has jammed.
    fn next(&mut self, machine: &mut vcs::Machine, symbols: &Symbols) -> Option<Row> {
        let (place, cycle) = (machine.place(), machine.cycles());
        let mut line = Vec::new();
        let row = match self {
            Writer::Frame(chain) => {
                let mut samples = Vec::new();
                machine.frame();
                machine.take_samples(&mut samples);
                let record = FrameRecord::new(machine, machine.last_frame(), &samples, *chain);
                *chain = record.chain;
                let hashes = [record.picture, record.audio, record.ram, record.chain];
                return Some(Row {
                    text: record.to_string(),
                    frame: record.number,
                    lines: Some(record.lines),
                    hashes: Some(hashes.map(|hash| hash.to_string()).into()),
                    ..Row::default()
                });
            }
            Writer::Instruction => {
                let step = stepping::instructions(machine).next()?;
                let Registers { a, x, y, s, p, pc } = step.registers;
                return Some(Row {
                    text: instruction_line(&step, symbols),
                    pc: Some(pc),
                    instruction: Some(instruction_text(&step, symbols)),
                    registers: Some((a, x, y, s, p)),
                    ..Row::at(step.place, step.cycle)
                });
            }
            Writer::Bus(writer) => {
                let bus = machine.cycle();
                writer.append_cycle(&mut line, place, cycle, &bus);
                Row {
                    address: Some(bus.address),
                    data: Some(bus.data),
                    write: Some(bus.write),
                    rdy: Some(bus.rdy),
                    sync: Some(bus.sync),
                    ..Row::at(place, cycle)
                }
            }
            Writer::Tia(writer, pc) => {
                if machine.cpu().at_instruction() {
                    *pc = machine.cpu().registers().pc;
                }
                let bus = machine.cycle();
                let address = register_written(&bus)?;
                writer.append_write(&mut line, machine.place(), cycle, *pc, &bus);
                Row {
                    pc: Some(*pc),
                    address: Some(address),
                    register: register_name(address, true),
                    data: Some(bus.data),
                    ..Row::at(machine.place(), cycle)
                }
            }
        };
        let text = String::from_utf8_lossy(&line)
            .trim_end_matches('\n')
            .to_owned();
        Some(Row { text, ..row })
    }
}

/// An iterator over the rows of a trace. It runs the machine only as far as necessary for the row
/// that it returns.
#[pyclass(module = "crownhead", frozen)]
pub struct Trace {
    machine: Py<Machine>,
    writer: Mutex<Writer>,
    /// The number of the first frame that is no longer part of the trace.
    end: u64,
}

impl Trace {
    /// Creates an iterator over the rows up to the start of the frame `end`.
    pub fn new(machine: Py<Machine>, writer: Writer, end: u64) -> Trace {
        let writer = Mutex::new(writer);
        Trace {
            machine,
            writer,
            end,
        }
    }
}

#[pymethods]
impl Trace {
    fn __iter__(slf: Py<Trace>) -> Py<Trace> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Row>> {
        let mut console = self.machine.get().console()?;
        let console = &mut *console;
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let mut skipped = 0u32;
        while console.machine.place().frame < self.end && !console.machine.cpu().jammed() {
            let symbols = &console.code.program.symbols;
            if let Some(row) = writer.next(&mut console.machine, symbols) {
                // If the processor was waiting after WSYNC, the instruction of this row may have
                // begun only in the frame `end`.
                return Ok((row.frame < self.end).then_some(row));
            }
            skipped = skipped.wrapping_add(1);
            if skipped.is_multiple_of(100_000) {
                py.check_signals()?;
            }
        }
        Ok(None)
    }
}
