//! Runs calls that take a long time. They release the GIL, and Ctrl+C can interrupt them.

use pyo3::{exceptions::PyRuntimeError, prelude::*};
use std::{
    sync::mpsc::{RecvTimeoutError, channel},
    thread,
    time::{Duration, Instant},
};

/// Interval between checks for Ctrl+C.
const CHECK_INTERVAL: Duration = Duration::from_millis(20);

/// Calls `step` until it returns `Some`. One call of `step` should take no longer than the
/// emulation of a frame, because Ctrl+C is checked only between calls.
pub fn run_steps<T: Send>(
    py: Python<'_>,
    mut step: impl FnMut() -> Option<T> + Send,
) -> PyResult<T> {
    loop {
        let result = py.detach(|| {
            let start = Instant::now();
            loop {
                let result = step();
                if result.is_some() || start.elapsed() > CHECK_INTERVAL {
                    return result;
                }
            }
        });
        match result {
            Some(result) => return Ok(result),
            None => py.check_signals()?,
        }
    }
}

/// Calls `step` until it returns `Some`, like [`run_steps`]. One call of `step` should take no
/// longer than the emulation of an instruction, because Ctrl+C is checked only after many calls.
pub fn run_short_steps<T: Send>(
    py: Python<'_>,
    mut step: impl FnMut() -> Option<T> + Send,
) -> PyResult<T> {
    run_steps(py, || (0..2000).find_map(|_| step()))
}

/// Runs `job` on a separate thread, and returns its result. This is for work that cannot be divided
/// into steps. After Ctrl+C, calls `stop` and waits until `job` has returned; if there is no
/// `stop`, returns immediately and lets `job` continue.
pub fn run_on_thread<T: Send + 'static>(
    py: Python<'_>,
    stop: Option<fn()>,
    job: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, mut receiver) = channel();
    // Ignore the error if the receiver is gone, which can happen after Ctrl+C.
    thread::spawn(move || drop(sender.send(job())));
    loop {
        let result;
        (result, receiver) = py.detach(move || (receiver.recv_timeout(CHECK_INTERVAL), receiver));
        match (result, py.check_signals()) {
            (Ok(result), _) => return Ok(result),
            (Err(RecvTimeoutError::Disconnected), _) => {
                return Err(PyRuntimeError::new_err(
                    "internal error in Crownhead; please report it",
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
