//! Runs calls that take a long time. They release the GIL, and Ctrl+C can interrupt them.

use pyo3::{exceptions::PyRuntimeError, prelude::*};
use std::{
    sync::mpsc::{RecvTimeoutError, channel},
    thread,
    time::{Duration, Instant},
};

/// Interval between checks for Ctrl+C.
const SLICE: Duration = Duration::from_millis(20);

/// Calls `part` until it returns `Some`. One call of `part` should take no longer than the
/// emulation of a frame, because Ctrl+C is checked only between calls.
pub fn work<T: Send>(py: Python<'_>, mut part: impl FnMut() -> Option<T> + Send) -> PyResult<T> {
    loop {
        let slice = py.detach(|| {
            let start = Instant::now();
            loop {
                let result = part();
                if result.is_some() || start.elapsed() > SLICE {
                    return result;
                }
            }
        });
        match slice {
            Some(result) => return Ok(result),
            None => py.check_signals()?,
        }
    }
}

/// Calls `part` until it returns `Some`, like [`work`]. One call of `part` should take no longer
/// than the emulation of an instruction, because Ctrl+C is checked only after many calls.
pub fn work_in_parts<T: Send>(
    py: Python<'_>,
    mut part: impl FnMut() -> Option<T> + Send,
) -> PyResult<T> {
    work(py, || (0..2000).find_map(|_| part()))
}

/// Runs `whole` on a separate thread, and returns its result. This is for work that cannot be
/// divided into parts. After Ctrl+C, calls `stop` and waits until `whole` has returned; if there is
/// no `stop`, returns immediately and lets `whole` run on.
pub fn work_aside<T: Send + 'static>(
    py: Python<'_>,
    stop: Option<fn()>,
    whole: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, mut receiver) = channel();
    // Ignore the error if the receiver is gone, which can happen after Ctrl+C.
    thread::spawn(move || drop(sender.send(whole())));
    loop {
        let result;
        (result, receiver) = py.detach(move || (receiver.recv_timeout(SLICE), receiver));
        match (result, py.check_signals()) {
            (Ok(result), _) => return Ok(result),
            (Err(RecvTimeoutError::Disconnected), _) => {
                return Err(PyRuntimeError::new_err(
                    "this call has failed inside Crownhead; please report this",
                ));
            }
            (Err(RecvTimeoutError::Timeout), Ok(())) => {}
            (_, Err(interrupted)) => {
                if let Some(stop) = stop {
                    stop();
                    let _ = py.detach(move || receiver.recv());
                }
                return Err(interrupted);
            }
        }
    }
}
