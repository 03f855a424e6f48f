//! Long calls: without the interpreter's lock, and ended by Ctrl+C.

use pyo3::prelude::*;
use std::time::{Duration, Instant};

/// Between two looks for Ctrl+C.
const SLICE: Duration = Duration::from_millis(20);

/// Repeats a part of the work until it returns `Some`. A part takes about a frame's time.
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

/// [`work`] for parts that take about an instruction's time.
pub fn work_in_parts<T: Send>(
    py: Python<'_>,
    mut part: impl FnMut() -> Option<T> + Send,
) -> PyResult<T> {
    work(py, || (0..2000).find_map(|_| part()))
}
