//! The Python object for a console, with the functions that its methods and views share.

use crate::{
    code::Code,
    error::{BusyError, value_error},
    history::History,
    work::run_on_thread,
};
use debugger::{Debugger, Edit};
use play::picture::Picture;
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use vcs::{
    Input, PowerOn, PowerOnState, Step,
    palette::{Palette, Tuning},
    television::Sample,
};

/// A console with its cartridge and its past.
pub struct Console {
    /// The contents of the cartridge.
    pub code: Arc<Code>,
    /// The machine.
    pub machine: vcs::Machine,
    /// The recorded past, from which a debugger can repeat the run.
    pub history: History,
    /// The sound of the last complete frame.
    pub samples: Vec<Sample>,
}

impl Console {
    /// Returns a console whose recorded past begins now.
    pub fn new(code: Arc<Code>, machine: vcs::Machine) -> Console {
        Console {
            history: History::from(&machine),
            code,
            machine,
            samples: Vec::new(),
        }
    }

    /// Changes the machine from outside, and records the change in the history.
    pub fn edit(&mut self, edit: Edit) {
        match &edit {
            Edit::Poke(address, data) => self.machine.poke(*address, *data),
            Edit::Registers(registers) => {
                self.machine.set_registers(*registers);
            }
            Edit::Input(input) => self.machine.set_input(*input),
            Edit::Rom(offset, data) => {
                if let Some(machine) = self.machine.with_rom_byte(*offset, *data) {
                    self.machine = machine;
                }
            }
        }
        self.history.record(&self.machine, edit);
    }

    /// Runs one frame. The frame's sound stays in the machine until
    /// [`Console::take_samples`] is called.
    pub fn frame(&mut self, render: bool) {
        if render {
            self.machine.frame();
        } else {
            self.machine.skip_frame()
        }
    }

    /// Collects the sound since the last call.
    pub fn take_samples(&mut self) {
        self.samples.clear();
        self.machine.take_samples(&mut self.samples);
    }

    /// Runs one instruction. If a frame ends during it, collects the sound.
    pub fn instruction(&mut self) {
        let frames = self.machine.television().frames();
        self.machine.instruction();
        if self.machine.television().frames() != frames {
            self.take_samples();
        }
    }

    /// Returns the next instruction.
    pub fn next_step(&self) -> Step {
        self.machine.next_step(self.machine.place())
    }

    /// Creates a debugger that has rerun the recorded past up to the current moment. Calls
    /// `query` with that debugger and the cycle at which the recorded past begins, and returns its
    /// result.
    pub fn with_debugger<T: Send + 'static>(
        &self,
        py: Python<'_>,
        query: impl FnOnce(&Debugger, u64) -> PyResult<T> + Send + 'static,
    ) -> PyResult<T> {
        let (program, now) = (self.code.program.clone(), self.machine.cycles());
        let history = self.history.clone();
        run_on_thread(py, None, move || {
            let debugger = history.debugger(program, now);
            query(&debugger, history.first_cycle())
        })?
    }

    /// Returns the range of all lines of the last picture, or only of the visible ones.
    pub fn lines(&self, all: bool) -> std::ops::Range<usize> {
        if all {
            0..self.machine.last_frame().scanlines()
        } else {
            self.machine.television().shown_lines()
        }
    }

    /// Returns the last picture in color, with all lines or only the visible ones.
    pub fn picture(&self, all: bool) -> Picture {
        let standard = self.machine.television().standard();
        let palette = Palette::of(standard, Tuning::Service);
        Picture::of(self.machine.last_frame(), self.lines(all), &palette.0)
    }
}

/// A powered-on console with a cartridge in it.
///
/// Machine(source, *, seed=0, power_on="random", scheme=None)
///
/// `source` is the path of an image, of a zip or gzip file with one image in it, or of a source
/// (.asm, crownhead.toml); or it is the bytes of an image, a Program, VIDEO_CHECKERS or TRIKTRAK.
/// `power_on` sets the contents of RAM, registers and timer: "zero", "ones", or "random" from the
/// seed; with "random-tia" the TIA's registers and counters are random, too. `scheme` names the
/// bank-switch scheme; use it if the scheme detected in the image is wrong.
///
/// Raises FileNotFoundError for a missing file, SourceError for a source that does not assemble,
/// and CrownheadError for a file that is not a cartridge.
#[pyclass(module = "crownhead", frozen, weakref)]
pub struct Machine(Mutex<Console>);

impl Machine {
    /// Creates the Python object for a console.
    pub fn of(console: Console) -> Machine {
        Machine(Mutex::new(console))
    }

    /// Returns the console, unless another thread is using it.
    pub fn console(&self) -> PyResult<MutexGuard<'_, Console>> {
        match self.0.try_lock() {
            Ok(console) => Ok(console),
            Err(TryLockError::Poisoned(poisoned)) => Ok(PoisonError::into_inner(poisoned)),
            Err(TryLockError::WouldBlock) => Err(BusyError::new_err(
                "the machine is in use by another thread; wait for it, or give each thread a \
                 separate machine with copy()",
            )),
        }
    }

    /// Replaces the input with the result of `change`, and records this in the history.
    pub fn change_input(&self, change: impl FnOnce(&Input) -> PyResult<Input>) -> PyResult<()> {
        let mut console = self.console()?;
        let input = change(console.machine.input())?;
        console.edit(Edit::Input(input));
        Ok(())
    }
}

/// Returns the power-on state with this name and seed.
pub fn power_on(state: &str, seed: u64) -> PyResult<PowerOn> {
    let mut states = PowerOnState::ALL.into_iter();
    match states.find(|candidate| candidate.name() == state) {
        Some(state) => Ok(PowerOn { state, seed }),
        None => Err(value_error(format!(
            "power_on must be zero, ones, random or random-tia, not {state}"
        ))),
    }
}

/// Returns an address from a number or a symbol.
pub fn address_of(code: &Code, value: &Bound<'_, PyAny>) -> PyResult<u16> {
    match value.extract::<String>() {
        Ok(name) => code.symbol(&name),
        Err(_) => value.extract(),
    }
}
