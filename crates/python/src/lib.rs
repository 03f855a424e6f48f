//! The console for Python: the module `crownhead._native`, around which `crownhead/*.py` puts the
//! package.
//!
//! [`machine`] is one console with its [`views`], [`program`] an assembled source, [`session`]
//! scripts and the command line. [`environment`] plays for agents, one console or many at a time,
//! and knows no Python; [`lanes`] passes its arrays on. Each calls the crates below; nothing of
//! the console, the scripts or the debugger is written here again.
//!
//! A method that may take long releases the interpreter's lock and looks for Ctrl+C some fifty
//! times a second: [`work`].

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
