//! The only place that writes to standard output and standard error.
//!
//! Nothing here can panic: an error on standard output is returned, one on standard error is
//! ignored, because there is no other place to report it.

use crate::error::Error;
use std::{
    fmt::Display,
    io::{self, Write},
    path::Path,
};

/// Writes to standard output and flushes it.
///
/// # Errors
/// [`Error::Write`] if standard output is closed or full.
pub fn out(text: impl AsRef<[u8]>) -> Result<(), Error> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_ref());
    let written = written.and_then(|()| out.flush());
    written.map_err(Error::write(Path::new("-")))
}

/// Writes a message as one line on standard error, after the program's name.
pub fn message(text: &dyn Display) {
    progress(&format!("crownhead: {text}\n"));
}

/// Writes to standard error as is: progress that a later call overwrites.
pub fn progress(text: &str) {
    let mut out = io::stderr().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}
