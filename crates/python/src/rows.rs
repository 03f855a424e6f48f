//! Rows of traces, one by one.

use crate::{code::Code, console::Machine, error::argument};
use lab::trace::{
    Form, FrameRecord, InstructionWriter,
    bus::{BusWriter, TiaWriter, register_written},
    pull,
    symbols::register_name,
    text,
};
use pyo3::prelude::*;
use std::sync::{Arc, Mutex};
use vcs::{Hash, Step};

/// A row of a trace. Attributes that its kind does not have are None.
#[pyclass(module = "crownhead", frozen)]
#[derive(Default)]
pub struct Row {
    line: Line,
    /// The frame, from 0.
    #[pyo3(get)]
    frame: u64,
    /// The scanline, from 0.
    #[pyo3(get)]
    scanline: Option<u16>,
    /// The color clock, 0 to 227.
    #[pyo3(get)]
    clock: Option<u16>,
    /// Cycles since power-on before it.
    #[pyo3(get)]
    cycle: Option<u64>,
    /// The address of the instruction.
    #[pyo3(get)]
    pc: Option<u16>,
    /// The instruction, with names.
    #[pyo3(get)]
    instruction: Option<String>,
    /// Registers a, x, y, s, p before it.
    #[pyo3(get)]
    registers: Option<(u8, u8, u8, u8, u8)>,
    /// The address on the bus, 13 bits.
    #[pyo3(get)]
    address: Option<u16>,
    /// The register that is written.
    #[pyo3(get)]
    register: Option<&'static str>,
    /// The byte on the bus.
    #[pyo3(get)]
    data: Option<u8>,
    /// True for a write.
    #[pyo3(get)]
    write: Option<bool>,
    /// The line RDY: false while the TIA holds the processor.
    #[pyo3(get)]
    rdy: Option<bool>,
    /// True in an opcode fetch.
    #[pyo3(get)]
    sync: Option<bool>,
    /// Scanlines of the frame.
    #[pyo3(get)]
    lines: Option<usize>,
    /// Hashes of picture, sound, RAM, and of all up to here, as sixteen hexadecimal digits.
    #[pyo3(get)]
    hashes: Option<(String, String, String, String)>,
}

/// A row as text.
#[derive(Default)]
enum Line {
    #[default]
    None,
    /// As it was written.
    Text(Vec<u8>),
    /// An instruction, which is written when it is asked for: its writer remembers thousands.
    Step(Box<Step>, Arc<Code>),
}

#[pymethods]
impl Row {
    /// The line that `crownhead trace` writes.
    #[getter]
    fn text(&self) -> String {
        let mut line = Vec::new();
        match &self.line {
            Line::None => {}
            Line::Text(text) => line.extend(text),
            Line::Step(step, code) => {
                let symbols = &code.program.symbols;
                InstructionWriter::new(Form::Crownhead, symbols).step(&mut line, step);
            }
        }
        String::from_utf8_lossy(&line)
            .trim_end_matches('\n')
            .to_owned()
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        self.text()
    }
}

/// Writes rows of one kind.
pub enum Writer {
    /// The chain of hashes so far.
    Frame(Hash),
    /// A line per instruction.
    Instruction,
    /// A row per bus cycle.
    Bus(BusWriter),
    /// A row per write to a register, and the instruction in progress.
    Tia(TiaWriter, u16),
}

impl Writer {
    /// The writer of a kind.
    pub fn of(kind: &str) -> PyResult<Writer> {
        Ok(match kind {
            "frame" => Writer::Frame(Hash::default()),
            "instruction" => Writer::Instruction,
            "bus" => Writer::Bus(BusWriter::default()),
            "tia" => Writer::Tia(TiaWriter::default(), 0),
            _ => {
                return Err(argument(format!(
                    "the kinds of traces are frame, instruction, bus and tia, not {kind}; \
                     `python -m crownhead trace` has more"
                )));
            }
        })
    }

    /// Runs to the next row; `None` in a cycle without one, or at the end.
    fn next(&mut self, machine: &mut vcs::Machine, code: &Arc<Code>) -> Option<Row> {
        let (place, cycle) = (machine.place(), machine.cycles());
        let at = Row {
            frame: place.frame,
            scanline: Some(place.scanline),
            clock: Some(place.clock),
            cycle: Some(cycle),
            ..Row::default()
        };
        let mut line = Vec::new();
        let row = match self {
            Writer::Frame(chain) => {
                let mut samples = Vec::new();
                machine.frame();
                machine.take_samples(&mut samples);
                let record = FrameRecord::new(machine, machine.last_frame(), &samples, *chain);
                *chain = record.chain;
                line = record.to_string().into_bytes();
                let hashes = [record.picture, record.audio, record.ram, record.chain];
                Row {
                    frame: record.number,
                    lines: Some(record.lines),
                    hashes: Some(hashes.map(|hash| hash.to_string()).into()),
                    ..Row::default()
                }
            }
            Writer::Instruction => {
                let step: Step = pull::instructions(machine).next()?;
                let registers = step.registers;
                Row {
                    frame: step.place.frame,
                    scanline: Some(step.place.scanline),
                    clock: Some(step.place.clock),
                    cycle: Some(step.cycle),
                    pc: Some(registers.pc),
                    instruction: Some(text(&step, &code.program.symbols)),
                    registers: Some((
                        registers.a,
                        registers.x,
                        registers.y,
                        registers.s,
                        registers.p,
                    )),
                    line: Line::Step(Box::new(step), code.clone()),
                    ..Row::default()
                }
            }
            Writer::Bus(writer) => {
                let bus = machine.cycle();
                writer.cycle(&mut line, place, cycle, &bus);
                Row {
                    address: Some(bus.address),
                    data: Some(bus.data),
                    write: Some(bus.write),
                    rdy: Some(bus.rdy),
                    sync: Some(bus.sync),
                    ..at
                }
            }
            Writer::Tia(writer, pc) => {
                if machine.cpu().at_instruction() {
                    *pc = machine.cpu().registers().pc;
                }
                let bus = machine.cycle();
                let address = register_written(&bus)?;
                let end = machine.place();
                writer.access(&mut line, end, cycle, *pc, &bus);
                Row {
                    frame: end.frame,
                    scanline: Some(end.scanline),
                    clock: Some(end.clock),
                    pc: Some(*pc),
                    address: Some(address),
                    register: register_name(address, true),
                    data: Some(bus.data),
                    ..at
                }
            }
        };
        Some(match line.is_empty() {
            true => row,
            false => Row {
                line: Line::Text(line),
                ..row
            },
        })
    }
}

/// An iterator over the rows of a trace. It runs the machine as far as the row that it returns.
#[pyclass(module = "crownhead", frozen)]
pub struct Trace {
    machine: Py<Machine>,
    writer: Mutex<Writer>,
    /// The frame in which the trace ends.
    last: u64,
}

impl Trace {
    /// The rows up to a frame.
    pub fn new(machine: Py<Machine>, writer: Writer, last: u64) -> Trace {
        let writer = Mutex::new(writer);
        Trace {
            machine,
            writer,
            last,
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
        let mut writer = self
            .writer
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let mut looks = 0u32;
        while console.machine.place().frame < self.last && !console.machine.cpu().jammed() {
            if let Some(row) = writer.next(&mut console.machine, &console.code) {
                // An instruction that has waited for the line's end may begin in the next frame.
                return Ok((row.frame < self.last).then_some(row));
            }
            looks = looks.wrapping_add(1);
            if looks.is_multiple_of(100_000) {
                py.check_signals()?;
            }
        }
        Ok(None)
    }
}
