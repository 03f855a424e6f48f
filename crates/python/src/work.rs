//! Runs long calls, which release the GIL and can be interrupted with Ctrl+C.

use pyo3::{exceptions::PyRuntimeError, prelude::*};
use std::{
    sync::mpsc::{RecvTimeoutError, channel},
    thread,
    time::{Duration, Instant},
};

/// Interval between checks for Ctrl+C.
const SLICE: Duration = Duration::from_millis(20);

/// Calls `part` until it returns `Some`. Use it for a `part` that takes no longer than running a
/// frame.
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

/// Like [`work`], but for a `part` that takes no longer than running one instruction.
pub fn work_in_parts<T: Send>(
    py: Python<'_>,
    mut part: impl FnMut() -> Option<T> + Send,
) -> PyResult<T> {
    work(py, || (0..2000).find_map(|_| part()))
}

/// Runs `whole`, which cannot be divided into parts, on a separate thread, and returns its result.
/// After Ctrl+C, calls `stop` and waits until `whole` has returned; without `stop`, returns
/// immediately while `whole` keeps running.
pub fn work_aside<T: Send + 'static>(
    py: Python<'_>,
    stop: Option<fn()>,
    whole: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, mut receiver) = channel();
    // After Ctrl+C, there may be no receiver left for the result.
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
