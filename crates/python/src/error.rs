//! Exceptions, which carry the same messages as the command line.

use headless::error::Error;
use pyo3::{
    create_exception,
    exceptions::{PyException, PyFileNotFoundError, PyOSError, PyRuntimeError, PyValueError},
    prelude::*,
};
use std::io::ErrorKind;

create_exception!(
    crownhead,
    CrownheadError,
    PyException,
    "A cartridge, script, symbol or option is wrong; the message says how to fix it."
);
create_exception!(
    crownhead,
    SourceError,
    CrownheadError,
    "A source file does not assemble; the message lists the assembler's errors."
);
create_exception!(
    crownhead,
    StateError,
    CrownheadError,
    "A saved state is damaged, or comes from a different cartridge or version."
);
create_exception!(
    crownhead,
    BusyError,
    PyRuntimeError,
    "Another thread is using the machine."
);

/// Converts an error from the command-line program into an exception.
pub fn to_exception(error: Error) -> PyErr {
    let text = error.to_string();
    match &error {
        Error::Read { source, .. } if source.kind() == ErrorKind::NotFound => {
            PyFileNotFoundError::new_err(text)
        }
        Error::Read { .. } | Error::Write { .. } => PyOSError::new_err(text),
        Error::Source(_) => SourceError::new_err(text),
        _ => CrownheadError::new_err(text),
    }
}

/// Returns an exception for an invalid cartridge, symbol or script.
pub fn crownhead_error(text: impl ToString) -> PyErr {
    CrownheadError::new_err(text.to_string())
}

/// Returns an exception for an invalid argument.
pub fn value_error(text: impl ToString) -> PyErr {
    PyValueError::new_err(text.to_string())
}
