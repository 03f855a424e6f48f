//! Python objects for the parts of a machine and for the debugger's answers.

use crate::{
    console::{Machine, address_of},
    environment::color,
    error::value_error,
};
use debugger::{Debugger, Edit, ExecutedInstruction, view};
use lab::trace::symbols::{register_name, tia_write_register_names};
use pyo3::{
    exceptions::{PyIndexError, PyKeyError, PyRuntimeError},
    prelude::*,
    types::{PyBytes, PySlice},
};
use std::fs;
use vcs::cpu::Registers;

/// The RAM of a machine.
#[pyclass(module = "crownhead", frozen)]
pub struct Ram(pub Py<Machine>);

/// The addresses of RAM.
const RAM: std::ops::Range<isize> = 0x80..0x100;

impl Ram {
    /// Returns the addresses that a key selects. The flag is true if the key is a slice.
    fn addresses(&self, key: &Bound<'_, PyAny>) -> PyResult<(Vec<u8>, bool)> {
        if let Ok(slice) = key.cast::<PySlice>() {
            let slice = slice.indices(RAM.end)?;
            let selected = (0..slice.slicelength as isize).map(|n| slice.start + n * slice.step);
            let in_ram = selected.filter(|address| RAM.contains(address));
            return Ok((in_ram.map(|address| address as u8).collect(), true));
        }
        let address = address_of(&self.0.get().console()?.code, key)?;
        if RAM.contains(&(address as isize)) {
            Ok((vec![address as u8], false))
        } else {
            Err(PyIndexError::new_err(format!(
                "${address:02X} is not in RAM, which is $80 to $FF; use peek() for other addresses"
            )))
        }
    }
}

#[pymethods]
impl Ram {
    fn __getitem__<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = key.py();
        let (addresses, is_slice) = self.addresses(key)?;
        let console = self.0.get().console()?;
        let byte = |address: &u8| console.machine.ram()[usize::from(address & 0x7f)];
        let bytes: Vec<u8> = addresses.iter().map(byte).collect();
        if is_slice {
            Ok(PyBytes::new(py, &bytes).into_any())
        } else {
            Ok(bytes[0].into_pyobject(py)?.into_any())
        }
    }

    fn __setitem__(&self, key: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let (addresses, is_slice) = self.addresses(key)?;
        let bytes = if is_slice {
            value.extract::<Vec<u8>>()?
        } else {
            vec![byte(value)?]
        };
        if addresses.len() != bytes.len() {
            let (have, want) = (bytes.len(), addresses.len());
            return Err(value_error(format!("{have} bytes for {want} addresses")));
        }
        let mut console = self.0.get().console()?;
        for (address, byte) in addresses.into_iter().zip(bytes) {
            console.edit(Edit::Poke(address.into(), byte));
        }
        Ok(())
    }

    fn __len__(&self) -> usize {
        RAM.len()
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, self.0.get().console()?.machine.ram()))
    }
}

fn byte(value: &Bound<'_, PyAny>) -> PyResult<u8> {
    let number: i64 = value.extract()?;
    u8::try_from(number).map_err(|_| value_error(format!("a byte is 0 to 255, not {number}")))
}

/// The processor of a machine.
#[pyclass(module = "crownhead", frozen)]
pub struct Cpu(pub Py<Machine>);

impl Cpu {
    fn registers(&self) -> PyResult<Registers> {
        Ok(*self.0.get().console()?.machine.cpu().registers())
    }

    fn set(&self, change: impl FnOnce(&mut Registers)) -> PyResult<()> {
        let mut console = self.0.get().console()?;
        let mut registers = *console.machine.cpu().registers();
        change(&mut registers);
        if !console.machine.cpu().at_instruction() {
            return Err(PyRuntimeError::new_err(
                "registers can only be set between instructions; call step() first",
            ));
        }
        console.edit(Edit::Registers(registers));
        Ok(())
    }
}

/// Defines the methods of [`Cpu`]. Each 8-bit register gets a property.
macro_rules! cpu_methods {
    ($($register:ident: $set:ident),*) => {
        #[pymethods]
        impl Cpu {
            $(
                /// A register, 0 to 255. An assignment in the middle of an instruction raises
                /// RuntimeError.
                #[getter]
                fn $register(&self) -> PyResult<u8> {
                    Ok(self.registers()?.$register)
                }

                #[setter($register)]
                fn $set(&self, value: &Bound<'_, PyAny>) -> PyResult<()> {
                    let value = byte(value)?;
                    self.set(|registers| registers.$register = value)
                }
            )*

            /// The program counter, 0 to 65535. Between instructions, it is the address of the next
            /// instruction. It can be set to an address or a symbol.
            #[getter]
            fn pc(&self) -> PyResult<u16> {
                Ok(self.registers()?.pc)
            }

            #[setter]
            fn set_pc(&self, value: &Bound<'_, PyAny>) -> PyResult<()> {
                let address = address_of(&self.0.get().console()?.code, value)?;
                self.set(|registers| registers.pc = address)
            }

            /// The flags as text, with a capital letter for each flag that is set.
            #[getter]
            fn flags(&self) -> PyResult<String> {
                Ok(self.registers()?.flags().to_string())
            }

            /// Returns true if the processor has stopped at a JAM instruction.
            #[getter]
            fn jammed(&self) -> PyResult<bool> {
                Ok(self.0.get().console()?.machine.cpu().jammed())
            }

            /// The number of the bank to which the program counter points.
            #[getter]
            fn bank(&self) -> PyResult<usize> {
                let console = self.0.get().console()?;
                Ok(console.machine.bank(console.machine.cpu().registers().pc))
            }
        }
    };
}

cpu_methods!(a: set_a, x: set_x, y: set_y, s: set_s, p: set_p);

/// The RIOT of a machine.
#[pyclass(module = "crownhead", frozen)]
pub struct Riot(pub Py<Machine>);

#[pymethods]
impl Riot {
    /// The value that a read of INTIM returns.
    #[getter]
    fn timer(&self) -> PyResult<u8> {
        Ok(self.0.get().console()?.machine.peek(0x284))
    }

    /// The value that a read of SWCHA returns: the joysticks' directions.
    #[getter]
    fn swcha(&self) -> PyResult<u8> {
        Ok(self.0.get().console()?.machine.peek(0x280))
    }

    /// The value that a read of SWCHB returns: the console's switches.
    #[getter]
    fn swchb(&self) -> PyResult<u8> {
        Ok(self.0.get().console()?.machine.peek(0x282))
    }
}

/// The TIA of a machine.
#[pyclass(module = "crownhead", frozen)]
pub struct Tia(pub Py<Machine>);

impl Tia {
    /// Returns a movable object. Index 0 is player 0, 1 player 1, 2 missile 0, 3 missile 1, 4 the
    /// ball.
    fn object(&self, index: usize) -> PyResult<Object> {
        let tia = self.0.get().console()?.machine.tia();
        let object = tia.objects()[index];
        Ok(Object {
            x: object.pixel,
            graphics: object.graphics,
            width: object.width,
            copies: object.copies.to_vec(),
            motion: object.motion,
            delayed: object.delayed,
            color: color(&tia, index),
        })
    }
}

#[pymethods]
impl Tia {
    /// The state of player 0 at this color clock.
    #[getter]
    fn player0(&self) -> PyResult<Object> {
        self.object(0)
    }

    /// The state of player 1 at this color clock.
    #[getter]
    fn player1(&self) -> PyResult<Object> {
        self.object(1)
    }

    /// The state of missile 0 at this color clock.
    #[getter]
    fn missile0(&self) -> PyResult<Object> {
        self.object(2)
    }

    /// The state of missile 1 at this color clock.
    #[getter]
    fn missile1(&self) -> PyResult<Object> {
        self.object(3)
    }

    /// The state of the ball at this color clock.
    #[getter]
    fn ball(&self) -> PyResult<Object> {
        self.object(4)
    }

    /// The latched collisions. Each is a pair of P0, P1, M0, M1, BL and PF, such as "P0-PF".
    #[getter]
    fn collisions(&self) -> PyResult<Vec<&'static str>> {
        let console = self.0.get().console()?;
        Ok(view::collisions(&console.machine))
    }

    /// Returns the value last written to the register with this name; None for a strobe register,
    /// which stores no value.
    fn __getitem__(&self, name: &str) -> PyResult<Option<u8>> {
        let names = tia_write_register_names();
        let register = names.iter().position(|known| *known == name);
        let register = register.ok_or_else(|| {
            PyKeyError::new_err(format!("no register of the TIA is named {name}"))
        })?;
        let tia = self.0.get().console()?.machine.tia();
        Ok(tia.written(register as u8).map(|written| written.value))
    }
}

/// A snapshot of one of the TIA's movable objects.
#[pyclass(module = "crownhead", frozen, get_all)]
#[derive(Debug, Clone)]
pub struct Object {
    /// The pixel at which the main copy begins, 0 to 159.
    pub x: u8,
    /// The pattern. A player has eight bits; for the other objects, the pattern is 1 if the object
    /// is on.
    pub graphics: u8,
    /// Width of a copy in pixels.
    pub width: u8,
    /// The distance of each copy from the main copy, in pixels.
    pub copies: Vec<u8>,
    /// Number of pixels by which HMOVE moves the object to the left, -8 to 7.
    pub motion: i8,
    /// True if VDELxx is set, so that the object shows the older of its two graphics values.
    pub delayed: bool,
    /// The color number.
    pub color: u8,
}

/// An instruction that ran.
#[pyclass(module = "crownhead", frozen, get_all)]
#[derive(Debug, Clone)]
pub struct Instruction {
    /// The address of the instruction.
    pub pc: u16,
    /// The bank of the instruction.
    pub bank: usize,
    /// The disassembled instruction, with symbols.
    pub instruction: String,
    /// The source file that contains the instruction; None if it is unknown.
    pub file: Option<String>,
    /// The instruction's line in that file, counted from 1.
    pub line: Option<u32>,
    /// The text of that line; None if the file cannot be read.
    pub text: Option<String>,
}

impl Instruction {
    fn new(executed: ExecutedInstruction, debugger: &Debugger) -> Instruction {
        let program = debugger.program();
        let file = executed.line.map(|line| program.file(line).to_owned());
        let source = file.as_ref().and_then(|file| fs::read(file).ok());
        let source = source.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let line = executed.line.map(|line| line.line);
        let text = source.zip(line).and_then(|(source, line)| {
            let text = source.lines().nth(line.saturating_sub(1) as usize)?;
            Some(text.trim().to_owned())
        });
        Instruction {
            pc: executed.pc,
            bank: executed.bank,
            instruction: executed.text,
            file,
            line,
            text,
        }
    }

    fn location(&self) -> String {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => format!("{file}:{line}"),
            _ => format!("${:04X}", self.pc),
        }
    }
}

/// A write, and where its value came from.
#[pyclass(module = "crownhead", frozen, get_all)]
#[derive(Debug, Clone)]
pub struct Write {
    /// The address.
    pub address: u16,
    /// The name of the register or variable at that address; None if there is none.
    pub name: Option<String>,
    /// The byte.
    pub data: u8,
    /// Frame, scanline and color clock of the first color clock that the write can affect.
    pub place: (u64, u16, u16),
    /// The instruction that made the write.
    pub by: Instruction,
    /// The instruction that produced the value, such as the load before a store; None if unknown.
    pub origin: Option<Instruction>,
}

impl Write {
    /// Converts the debugger's answer.
    pub fn new(write: debugger::Write, debugger: &Debugger) -> Write {
        let ram = debugger.program().ram_name(write.address);
        let register = register_name(write.address, true).map(str::to_owned);
        let place = write.place;
        Write {
            address: write.address,
            name: ram.or(register),
            data: write.data,
            place: (place.frame, place.scanline, place.clock),
            by: Instruction::new(write.writer, debugger),
            origin: write.value_source.map(|by| Instruction::new(by, debugger)),
        }
    }
}

#[pymethods]
impl Write {
    fn __str__(&self) -> String {
        let name = self
            .name
            .clone()
            .unwrap_or(format!("${:02X}", self.address));
        let (frame, scanline, clock) = self.place;
        format!(
            "{name} = ${:02X} at @{frame}.{scanline}.{clock} by {} ({})",
            self.data,
            self.by.instruction,
            self.by.location()
        )
    }
}

/// The explanation of a pixel.
#[pyclass(module = "crownhead", frozen, get_all)]
#[derive(Debug, Clone)]
pub struct Pixel {
    /// Frame, scanline and color clock.
    pub place: (u64, u16, u16),
    /// The pixel's color number; 1 if the pixel is blank.
    pub color: u8,
    /// The objects that give the pixel its color.
    pub shown: Vec<String>,
    /// The other objects at this pixel, which are hidden behind them.
    pub behind: Vec<String>,
    /// The writes that determine the pixel, earliest first.
    pub writes: Vec<Write>,
    /// The names of registers that affect the pixel, but have not been written since power-on or
    /// since a state was loaded.
    pub never: Vec<String>,
}

impl Pixel {
    /// Converts the debugger's answer. Registers last written before the cycle `start`
    /// count as never written.
    pub fn new(pixel: debugger::Pixel, debugger: &Debugger, start: u64) -> Pixel {
        let names = |sources: Vec<debugger::PixelSource>| {
            sources
                .into_iter()
                .map(|one| one.name().to_owned())
                .collect()
        };
        let is_recent = |write: &debugger::Write| write.moment > start || start == 0;
        let (recent, earlier): (Vec<_>, Vec<_>) = pixel.writes.into_iter().partition(is_recent);
        let earlier = earlier.iter();
        let earlier = earlier.filter_map(|write| register_name(write.address, true));
        let never = pixel.never_written.into_iter().chain(earlier);
        Pixel {
            place: (pixel.place.frame, pixel.place.scanline, pixel.place.clock),
            color: pixel.color,
            shown: names(pixel.shown),
            behind: names(pixel.hidden),
            never: never.map(str::to_owned).collect(),
            writes: recent
                .into_iter()
                .map(|write| Write::new(write, debugger))
                .collect(),
        }
    }
}

#[pymethods]
impl Pixel {
    fn __str__(&self) -> String {
        let (frame, scanline, clock) = self.place;
        let writes = self.writes.iter();
        let writes = writes.map(|write| format!("\n  {}", write.__str__()));
        format!(
            "pixel {} of scanline {scanline} in frame {frame}: ${:02X}, {}{}",
            clock - 68,
            self.color,
            self.shown.join(", "),
            writes.collect::<String>()
        )
    }
}
