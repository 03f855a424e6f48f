//! The methods of the Python class `Machine`.

use crate::{
    code::Code,
    console::{Console, Machine, address_of},
    contacts,
    error::{StateError, crownhead_error, to_exception, value_error},
    passes::Passes,
    rows::{Trace, Writer},
    views::{Cpu, Pixel, Ram, Riot, Tia, Write},
    work::{run_short_steps, run_steps},
};
use debugger::Edit;
use headless::{image::CartridgeFile, picture};
use lab::trace::{Condition, Symbols};
use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods};
use pyo3::{
    exceptions::{PyImportError, PyTypeError},
    prelude::*,
    types::PyBytes,
};
use std::{path::PathBuf, sync::Arc};
use vcs::{Frame, Input, cpu::Registers, television::WIDTH};

#[pymethods]
impl Machine {
    #[new]
    #[pyo3(signature = (source, *, seed=0, power_on="random", scheme=None))]
    fn new(
        source: &Bound<'_, PyAny>,
        seed: u64,
        power_on: &str,
        scheme: Option<&str>,
    ) -> PyResult<Machine> {
        let power_on = crate::console::power_on(power_on, seed)?;
        let code = Code::of(source, scheme)?;
        let machine = vcs::Machine::new(code.cartridge.clone(), power_on);
        Ok(Machine::of(Console::new(code, machine)))
    }

    /// Runs `frames` frames. `render=False` leaves the picture blank, which may be faster. Calls
    /// `each` with the machine after each frame; the run ends if `each` raises an exception.
    #[pyo3(signature = (frames=1, *, render=true, each=None))]
    fn run(
        slf: &Bound<'_, Machine>,
        frames: u64,
        render: bool,
        each: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        if let Some(each) = each {
            for _ in 0..frames {
                Machine::run(slf, 1, render, None)?;
                each.call1((slf,))?;
            }
            return Ok(());
        }
        let mut console = slf.get().console()?;
        let console = &mut *console;
        let mut left = frames;
        run_steps(slf.py(), || {
            // Discard the sound of earlier frames.
            if left == 1 && frames > 1 {
                console.take_samples();
            }
            if left > 0 {
                console.frame(render);
                left -= 1;
            }
            (left == 0).then_some(())
        })?;
        if frames > 0 {
            console.take_samples();
        }
        Ok(())
    }

    /// Runs `count` instructions, each up to the next opcode fetch. If the processor has stopped at
    /// a JAM instruction, runs `count` cycles instead.
    #[pyo3(signature = (count=1))]
    fn step(&self, py: Python<'_>, count: u64) -> PyResult<()> {
        let mut console = self.console()?;
        let console = &mut *console;
        let mut left = count;
        run_short_steps(py, || {
            if left > 0 {
                console.instruction();
                left -= 1;
            }
            (left == 0).then_some(())
        })
    }

    /// Runs until a goal is reached. If `goal` is a label or an address, the machine stops before
    /// the instruction there. If it is a condition such as "[lives] == 0 && scanline > 40", the
    /// machine stops before the next instruction at which the condition is true. Without `goal`,
    /// runs until the beam reaches the position `frame`, `scanline`, `clock`. Raises CrownheadError
    /// if the goal is not reached within `within` frames.
    #[pyo3(signature = (goal=None, *, frame=None, scanline=None, clock=0, within=600))]
    fn until(
        &self,
        py: Python<'_>,
        goal: Option<&Bound<'_, PyAny>>,
        frame: Option<u64>,
        scanline: Option<u16>,
        clock: u16,
        within: u64,
    ) -> PyResult<()> {
        let mut console = self.console()?;
        let console = &mut *console;
        let last_frame = console.machine.place().frame.saturating_add(within);
        let condition = match goal {
            Some(goal) => goal_condition(&console.code, goal)?,
            None if frame.is_none() && scanline.is_none() => {
                return Err(PyTypeError::new_err(
                    "until() needs a label, an address, a condition, frame or scanline",
                ));
            }
            None => {
                let line = scanline.unwrap_or(0);
                let beam = format!("(scanline > {line} || scanline == {line} && clock >= {clock})");
                let frame = frame.map(|frame| format!("frame > {frame} || frame == {frame} && "));
                parse_condition(&console.code, &(frame.unwrap_or_default() + &beam))?
            }
        };
        let by_instruction = goal.is_some();
        // If the beam has already passed the position in this frame, wait for the next frame.
        let mut passed = !by_instruction && condition.holds(&console.machine, &console.next_step());
        let reached = run_short_steps(py, || {
            let frame = console.machine.place().frame;
            if frame > last_frame {
                return Some(false);
            }
            if by_instruction {
                console.instruction()
            } else {
                console.machine.cycle();
            }
            let next = console.next_step();
            let holds = condition.holds(&console.machine, &next);
            let reached = holds && !(passed && next.place.frame == frame);
            passed &= holds;
            reached.then_some(true)
        })?;
        if reached {
            Ok(())
        } else {
            Err(crownhead_error(format!(
                "the goal was not reached within {within} frames; the machine is at {}",
                console.machine.place()
            )))
        }
    }

    /// Calls a subroutine, as if there were a JSR before the next instruction, and runs until the
    /// subroutine returns. `a`, `x` and `y` set registers; by default, they keep their values.
    /// Raises CrownheadError if the processor runs a JAM instruction, or if the subroutine has not
    /// returned after `within` frames.
    #[pyo3(signature = (routine, *, a=None, x=None, y=None, within=60))]
    fn call(
        &self,
        py: Python<'_>,
        routine: &Bound<'_, PyAny>,
        a: Option<u8>,
        x: Option<u8>,
        y: Option<u8>,
        within: u64,
    ) -> PyResult<Call> {
        let mut console = self.console()?;
        let console = &mut *console;
        let address = address_of(&console.code, routine)?;
        check_bank(console, routine, address)?;
        while !console.machine.cpu().at_instruction() {
            if console.machine.cpu().jammed() {
                return Err(crownhead_error(
                    "the processor has stopped at a JAM instruction; load a state, or create a \
                     new machine",
                ));
            }
            console.machine.cycle();
        }
        let before = *console.machine.cpu().registers();
        for (offset, byte) in (0..).zip(before.pc.wrapping_sub(1).to_be_bytes()) {
            let address = 0x100 | u16::from(before.s.wrapping_sub(offset));
            console.edit(Edit::Poke(address, byte));
        }
        console.edit(Edit::Registers(Registers {
            a: a.unwrap_or(before.a),
            x: x.unwrap_or(before.x),
            y: y.unwrap_or(before.y),
            s: before.s.wrapping_sub(2),
            pc: address,
            ..before
        }));
        let start = console.machine.cycles();
        let last_frame = console.machine.place().frame.saturating_add(within);
        let returned = run_short_steps(py, || {
            console.instruction();
            let now = console.machine.cpu().registers();
            if (now.s, now.pc) == (before.s, before.pc) {
                return Some(true);
            }
            let frame = console.machine.place().frame;
            let failed = console.machine.cpu().jammed() || frame > last_frame;
            failed.then_some(false)
        })?;
        if !returned {
            return Err(crownhead_error(format!(
                "{routine} has not returned within {within} frames, or has run a JAM instruction; \
                 the machine is at {}",
                console.machine.place()
            )));
        }
        let Registers { a, x, y, p, s, .. } = *console.machine.cpu().registers();
        let cycles = console.machine.cycles() - start;
        Ok(Call {
            a,
            x,
            y,
            p,
            s,
            cycles,
        })
    }

    /// Runs `frames` frames, and measures a routine: returns the number of cycles of each complete
    /// pass through it. A pass begins at the label `start` and ends at the label `end`. Without
    /// `end`, the routine extends to the next global label, and a pass ends when the program leaves
    /// the routine. A pass also ends when the program reaches `start` again. The cycles include
    /// WSYNC waits and the subroutines that the routine calls.
    #[pyo3(signature = (start, end=None, *, frames=1))]
    fn passes(
        &self,
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        end: Option<&Bound<'_, PyAny>>,
        frames: u64,
    ) -> PyResult<Vec<u64>> {
        let mut console = self.console()?;
        let console = &mut *console;
        let from = address_of(&console.code, start)?;
        let end = end.map(|end| address_of(&console.code, end)).transpose()?;
        let mut passes = Passes::new(&console.code.program, from, end);
        let end_frame = console.machine.place().frame.saturating_add(frames);
        run_short_steps(py, || {
            let next = console.next_step();
            if next.place.frame >= end_frame {
                return Some(());
            }
            passes.record(&next);
            console.instruction();
            None
        })?;
        Ok(passes.cycles)
    }

    /// Returns an iterator over the rows of a trace. The iterator runs the machine for up to
    /// `frames` frames. `kind` is "frame", "instruction", "bus" or "tia". `str(row)` is the line
    /// that `crownhead trace` would write.
    #[pyo3(signature = (kind="instruction", *, frames=1))]
    fn trace(slf: Py<Machine>, kind: &str, frames: u64) -> PyResult<Trace> {
        let writer = Writer::of(kind)?;
        let end_frame = slf
            .get()
            .console()?
            .machine
            .place()
            .frame
            .saturating_add(frames);
        Ok(Trace::new(slf, writer, end_frame))
    }

    /// Holds down controls until they are released. The names are up, down, left, right, fire,
    /// second, the keys of a keypad, select, and reset. `port` is 0 (left) or 1 (right). Raises
    /// ValueError for other names.
    #[pyo3(signature = (*names, port=0))]
    fn hold(&self, names: Vec<String>, port: usize) -> PyResult<()> {
        self.change_input(|input| contacts::with_contacts(input, port, &names, true))
    }

    /// Releases the named controls. Without names, releases everything on both controllers, and
    /// Select and Reset.
    #[pyo3(signature = (*names, port=0))]
    fn release(&self, names: Vec<String>, port: usize) -> PyResult<()> {
        self.change_input(|input| {
            let mut input = *input;
            if names.is_empty() {
                input.ports = input.ports.map(|plugged| plugged.kind().at_rest());
                (input.switches.select, input.switches.reset) = (false, false);
            }
            contacts::with_contacts(&input, port, &names, false)
        })
    }

    /// Holds down controls, runs `frames` frames, and releases the controls.
    #[pyo3(signature = (*names, frames=2, port=0))]
    fn press(
        slf: &Bound<'_, Machine>,
        names: Vec<String>,
        frames: u64,
        port: usize,
    ) -> PyResult<()> {
        let change = |held| {
            let set = |input: &Input| contacts::with_contacts(input, port, &names, held);
            slf.get().change_input(set)
        };
        change(true)?;
        Machine::run(slf, frames, true, None)?;
        change(false)
    }

    /// The state of the controllers and switches, as the commands of an input script, for example
    /// "p0 up fire; select down". An assignment changes only the controls that the commands name.
    /// It raises ValueError if a command is invalid.
    #[getter]
    fn input(&self) -> PyResult<String> {
        Ok(self.console()?.machine.input().describe())
    }

    #[setter]
    fn set_input(&self, commands: &str) -> PyResult<()> {
        self.change_input(|input| contacts::apply(input, commands))
    }

    /// The last complete picture as color numbers: uint8 [scanlines, 160]. A blank pixel is 1. The
    /// array is a copy, so it does not change when the machine runs.
    #[getter]
    fn frame<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let console = self.console()?;
        let Frame { pixels, .. } = console.machine.last_frame();
        PyArray1::from_slice(py, pixels).reshape([pixels.len() / WIDTH, WIDTH])
    }

    /// The last complete picture in RGB colors: uint8 [lines, 160, 3]. It contains only the visible
    /// lines, unless `all=True`.
    #[pyo3(signature = (*, all=false))]
    fn rgb<'py>(&self, py: Python<'py>, all: bool) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let picture = self.console()?.picture(all);
        let [red, green, blue] = [16, 8, 0];
        let channels = |pixel: &u32| [red, green, blue].map(|shift| (pixel >> shift) as u8);
        let bytes: Vec<u8> = picture.pixels.iter().flat_map(channels).collect();
        PyArray1::from_vec(py, bytes).reshape([picture.height(), WIDTH, 3])
    }

    /// The last complete picture as the bytes of a PNG file. Each color clock is two pixels wide.
    #[pyo3(signature = (*, all=false))]
    fn png<'py>(&self, py: Python<'py>, all: bool) -> PyResult<Bound<'py, PyBytes>> {
        let picture = self.console()?.picture(all);
        let bytes = picture::png(&picture).map_err(to_exception)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The last complete picture as a PIL image, 320 pixels wide. This needs Pillow.
    fn image<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let pillow = py.import("PIL.Image").map_err(|_| {
            PyImportError::new_err("image() needs Pillow: pip install crownhead[pillow]")
        })?;
        let bytes = py
            .import("io")?
            .call_method1("BytesIO", (self.png(py, false)?,))?;
        pillow.call_method1("open", (bytes,))
    }

    /// The visible scanlines of the last picture, as (first, end).
    #[getter]
    fn shown_lines(&self) -> PyResult<(usize, usize)> {
        let lines = self.console()?.lines(false);
        Ok((lines.start, lines.end))
    }

    /// The sound of the last complete frame: uint16 [samples, 2], two samples per scanline. Each
    /// sample has one number per channel: the sum of the channel's levels over half a scanline, 0
    /// to 1710.
    #[getter]
    fn sound<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u16>>> {
        let console = self.console()?;
        let levels: Vec<u16> = console.samples.iter().flat_map(|sample| sample.0).collect();
        PyArray1::from_vec(py, levels).reshape([console.samples.len(), 2])
    }

    /// The 128 bytes of RAM, indexed by address ($80 to $FF), symbol or slice.
    #[getter]
    fn ram(slf: Py<Machine>) -> Ram {
        Ram(slf)
    }

    /// The processor: a, x, y, s, p, pc, flags, jammed, bank. Registers can be set between
    /// instructions.
    #[getter]
    fn cpu(slf: Py<Machine>) -> Cpu {
        Cpu(slf)
    }

    /// The TIA: player0, player1, missile0, missile1, ball, collisions. `tia["COLUBK"]` is the
    /// value last written to COLUBK.
    #[getter]
    fn tia(slf: Py<Machine>) -> Tia {
        Tia(slf)
    }

    /// The RIOT: timer, swcha, swchb.
    #[getter]
    fn riot(slf: Py<Machine>) -> Riot {
        Riot(slf)
    }

    /// The number of the frame in progress, counted from 0.
    #[getter]
    fn frame_number(&self) -> PyResult<u64> {
        Ok(self.console()?.machine.place().frame)
    }

    /// The scanline that the beam is in, counted from 0 at the start of vertical sync.
    #[getter]
    fn scanline(&self) -> PyResult<u16> {
        Ok(self.console()?.machine.place().scanline)
    }

    /// The color clock that the beam is at, 0 to 227; 68 is the first visible one.
    #[getter]
    fn clock(&self) -> PyResult<u16> {
        Ok(self.console()?.machine.place().clock)
    }

    /// Number of processor cycles since power-on.
    #[getter]
    fn cycles(&self) -> PyResult<u64> {
        Ok(self.console()?.machine.cycles())
    }

    /// The television standard detected for the program: "ntsc", "pal", "secam" ...
    #[getter]
    fn tv(&self) -> PyResult<&'static str> {
        Ok(self.console()?.machine.television().standard().name())
    }

    /// The bank-switch scheme: "4K", "F8" ...
    #[getter]
    fn scheme(&self) -> PyResult<&'static str> {
        Ok(self.console()?.code.cartridge.scheme().name())
    }

    /// The image of the cartridge.
    #[getter]
    fn image_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, self.console()?.code.cartridge.image()))
    }

    /// The path of the cartridge file, or the name of a bundled cartridge.
    #[getter]
    fn name(&self) -> PyResult<String> {
        Ok(self.console()?.code.name.clone())
    }

    /// All symbols with their values.
    #[getter]
    fn symbols(&self) -> PyResult<std::collections::BTreeMap<String, u16>> {
        Ok(self.console()?.code.symbols().into_iter().collect())
    }

    /// Reads the byte at an address (0 to 65535) or symbol, without the side effects of a read.
    /// Raises CrownheadError if the symbol is unknown.
    fn peek(&self, address: &Bound<'_, PyAny>) -> PyResult<u8> {
        let console = self.console()?;
        Ok(console.machine.peek(address_of(&console.code, address)?))
    }

    /// Writes a byte at an address or symbol. This takes no emulated time. Raises OverflowError if
    /// the byte is not in the range 0 to 255.
    fn poke(&self, address: &Bound<'_, PyAny>, data: u8) -> PyResult<()> {
        let mut console = self.console()?;
        let address = address_of(&console.code, address)?;
        console.edit(Edit::Poke(address, data));
        Ok(())
    }

    /// Returns the value of an expression with registers, `[address]` and symbols. Raises
    /// ValueError if the expression is invalid; the message contains the column.
    fn evaluate(&self, expression: &str) -> PyResult<i64> {
        let console = self.console()?;
        let condition = parse_condition(&console.code, expression)?;
        Ok(condition.value(&console.machine, &console.next_step()))
    }

    /// Returns the state of the machine at this cycle, as the bytes of a state file.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.console()?.machine.save()))
    }

    /// Restores a saved state. Raises StateError if it is not a state of this cartridge.
    fn load(&self, state: &[u8]) -> PyResult<()> {
        let mut console = self.console()?;
        let machine = vcs::Machine::load(&console.code.cartridge, state)
            .map_err(|error| StateError::new_err(error.to_string()))?;
        *console = Console::new(console.code.clone(), machine);
        Ok(())
    }

    /// Returns an independent copy of the machine. The copy also has the machine's history, so its
    /// `why` and `who` give the same answers.
    fn copy(&self) -> PyResult<Machine> {
        let console = self.console()?;
        Ok(Machine::of(Console {
            code: console.code.clone(),
            machine: console.machine.clone(),
            history: console.history.clone(),
            samples: console.samples.clone(),
        }))
    }

    fn __copy__(&self) -> PyResult<Machine> {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Machine> {
        self.copy()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Machine>() else {
            return Ok(false);
        };
        if std::ptr::eq(self, other.get()) {
            return Ok(true);
        }
        let (one, other) = (self.console()?, other.get().console()?);
        // Compare only the checksums of the cartridges: an unpickled cartridge differs from the
        // original in that it does not know how its scheme was detected.
        let checksum = |console: &Console| console.code.cartridge.checksum();
        Ok(checksum(&one) == checksum(&other) && one.machine.save() == other.machine.save())
    }

    fn __hash__(&self) -> PyResult<u64> {
        Ok(self.console()?.machine.future_hash().0)
    }

    fn __repr__(&self) -> PyResult<String> {
        let console = self.console()?;
        Ok(format!(
            "<Machine {} at {}>",
            console.code.name,
            console.machine.place()
        ))
    }

    #[allow(clippy::type_complexity)]
    fn __reduce__<'py>(
        slf: &Bound<'py, Machine>,
    ) -> PyResult<(Bound<'py, PyAny>, Parts<Bound<'py, PyBytes>>)> {
        let py = slf.py();
        let console = slf.get().console()?;
        let cartridge = &console.code.cartridge;
        let parts = (
            console.code.name.clone(),
            PyBytes::new(py, cartridge.image()),
            cartridge.scheme().name().to_owned(),
            console.code.symbols(),
            PyBytes::new(py, &console.machine.save()),
        );
        Ok((slf.get_type().getattr("_restore")?, parts))
    }

    /// Creates a machine from its pickled parts. These include symbols, but no source lines.
    #[staticmethod]
    fn _restore(
        name: String,
        image: &[u8],
        scheme: &str,
        symbols: Vec<(String, u16)>,
        state: &[u8],
    ) -> PyResult<Machine> {
        let values = symbols
            .iter()
            .map(|(name, value)| (&**name, u32::from(*value)));
        let image = CartridgeFile::new(PathBuf::from(name), image);
        let code = Code::with_names(&image, scheme, Symbols::from_values(values))?;
        let machine = vcs::Machine::load(&code.cartridge, state)
            .map_err(|error| StateError::new_err(error.to_string()))?;
        Ok(Machine::of(Console::new(Arc::new(code), machine)))
    }

    /// Explains a pixel of a picture. Returns the visible objects at the pixel, and the writes that
    /// determine it. `x` is 0 to 159; `frame` defaults to the last complete frame. Raises
    /// CrownheadError if the pixel has not been drawn yet, or was drawn before the last call to
    /// `load`.
    #[pyo3(signature = (scanline, x, *, frame=None))]
    fn why(&self, py: Python<'_>, scanline: u16, x: u16, frame: Option<u64>) -> PyResult<Pixel> {
        let console = self.console()?;
        let frame = frame.unwrap_or_else(|| console.machine.last_frame().number);
        console.with_debugger(py, move |debugger, history_start| {
            let pixel = debugger
                .explain_pixel(frame, scanline, x)
                .map_err(crownhead_error)?;
            if pixel.moment < history_start {
                Err(crownhead_error(format!(
                    "frame {frame} was drawn before the state was loaded; run a frame first"
                )))
            } else {
                Ok(Pixel::new(pixel, debugger, history_start))
            }
        })
    }

    /// Returns the last write to a byte, and where the value came from. `address` is an address or
    /// a symbol. Raises CrownheadError if the byte has not been written since power-on or since the
    /// last call to `load`.
    fn who(&self, py: Python<'_>, address: &Bound<'_, PyAny>) -> PyResult<Write> {
        let console = self.console()?;
        let address = address_of(&console.code, address)?;
        console.with_debugger(py, move |debugger, history_start| {
            let write = debugger.last_write(address).map_err(crownhead_error)?;
            if write.moment <= history_start && history_start > 0 {
                Err(crownhead_error(format!(
                    "nothing has written ${address:02X} since the state was loaded"
                )))
            } else {
                Ok(Write::new(write, debugger))
            }
        })
    }
}

/// The parts of a pickled machine: name, image, scheme, symbols, state.
type Parts<B> = (String, B, String, Vec<(String, u16)>, B);

/// The registers after a subroutine has returned, and the number of cycles that the call took.
#[pyclass(module = "crownhead", frozen, get_all)]
#[derive(Debug, Clone)]
pub struct Call {
    /// Register A.
    pub a: u8,
    /// Register X.
    pub x: u8,
    /// Register Y.
    pub y: u8,
    /// The flags.
    pub p: u8,
    /// The stack pointer.
    pub s: u8,
    /// Number of cycles from the first instruction of the subroutine to the end of its RTS,
    /// including WSYNC waits.
    pub cycles: u64,
}

#[pymethods]
impl Call {
    fn __repr__(&self) -> String {
        format!("{self:?}")
    }
}

fn parse_condition(code: &Code, text: &str) -> PyResult<Condition> {
    Condition::parse(text, &code.program.symbols).map_err(value_error)
}

/// Returns the condition for a goal of `until`. A goal that is a label or an address is reached
/// before the instruction there; any other text is a condition itself.
fn goal_condition(code: &Code, goal: &Bound<'_, PyAny>) -> PyResult<Condition> {
    if let Ok(text) = goal.extract::<String>() {
        let is_expression = text.chars().any(|letter| " <>=!&|[(".contains(letter));
        if is_expression {
            return parse_condition(code, &text);
        }
    }
    let address = address_of(code, goal)? & 0x1fff;
    parse_condition(code, &format!("pc == {address}"))
}

fn check_bank(console: &Console, routine: &Bound<'_, PyAny>, address: u16) -> PyResult<()> {
    let Ok(name) = routine.extract::<String>() else {
        return Ok(());
    };
    let wanted = console
        .code
        .program
        .label(&name)
        .and_then(|label| label.offset);
    let selected = console.machine.cartridge().offset(address);
    match (wanted, selected) {
        (Some(wanted), Some(selected)) if wanted != selected => Err(crownhead_error(format!(
            "{name} is not in the bank that is selected at ${address:04X}; run until its bank is \
             selected"
        ))),
        _ => Ok(()),
    }
}
