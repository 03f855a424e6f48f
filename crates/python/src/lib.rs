//! The console for Python, as the module `crownhead._native`. The rest of the package is in
//! `crownhead/*.py`.
//!
//! [`machine`] contains the methods of a console, and [`views`] contains Python objects for its
//! parts. [`program`] assembles sources; [`session`] runs scripts and the command line.
//! [`environment`] runs one or more consoles for agents and does not use Python; [`lanes`] passes
//! its arrays to Python. All modules call the underlying crates, and do not reimplement anything
//! from the console, the scripts or the debugger.
//!
//! A method that may take a long time uses [`work`] to release the GIL and to check
//! for Ctrl+C about fifty times a second.

mod checkers_game;
mod code;
mod console;
mod contacts;
mod environment;
mod error;
mod goldens;
mod history;
mod lanes;
mod machine;
mod passes;
mod program;
mod rows;
mod session;
mod views;
mod work;

use pyo3::prelude::*;

#[pymodule]
#[pyo3(name = "_native")]
mod native {
    #[pymodule_export]
    use super::{
        checkers_game::Checkers,
        console::Machine,
        error::{BusyError, CrownheadError, SourceError, StateError},
        goldens::{compare_picture, picture_text},
        lanes::Lanes,
        machine::Call,
        program::{Diagnostic, Program, assemble},
        rows::{Row, Trace},
        session::{Outcome, Run, Script, main, reports},
        views::{Cpu, Instruction, Object, Pixel, Ram, Riot, Tia, Write},
    };
}
