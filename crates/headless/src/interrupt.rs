//! Interrupts: SIGINT, SIGTERM and SIGHUP, or, on Windows, a logout or Ctrl+C.
//!
//! After a call to [`watch`], a command must check [`requested`] in its loop and end if it returns
//! true. The output written until then must be readable. A second interrupt ends the program
//! immediately. While the program is [waiting](while_waiting) for input, even the first interrupt
//! ends it immediately.

use crate::error::Error;
use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);
static WAITING: AtomicBool = AtomicBool::new(false);

/// The exit status after a second interrupt, the same as that of a program killed by SIGINT.
const KILLED_STATUS: i32 = 130;

/// Installs the signal handler: from now on, the first interrupt only makes [`requested`] return
/// true.
pub fn watch() {
    let on_interruption = || {
        let is_second = REQUESTED.swap(true, Ordering::SeqCst);
        if is_second || WAITING.load(Ordering::SeqCst) {
            std::process::exit(KILLED_STATUS);
        }
    };
    // Ignore the error: if no handler could be installed, an interrupt simply ends the program.
    let _ = ctrlc::set_handler(on_interruption);
}

/// Returns true after an interrupt, until [`clear`] is called.
#[inline]
pub fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}

/// Asks the running command to end, as if an interrupt had occurred.
pub fn request() {
    REQUESTED.store(true, Ordering::SeqCst);
}

/// Clears the interrupt after it has been handled, for example because it ended a debugger command.
pub fn clear() {
    REQUESTED.store(false, Ordering::SeqCst);
}

/// Calls `wait`, a function that blocks (for example, until the user enters a line), so that it
/// cannot check [`requested`]. An interrupt during this call ends the program immediately.
pub fn while_waiting<T>(wait: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::SeqCst);
    if REQUESTED.load(Ordering::SeqCst) {
        std::process::exit(KILLED_STATUS);
    }
    let result = wait();
    WAITING.store(false, Ordering::SeqCst);
    result
}

/// Returns an error if the command was interrupted.
///
/// # Errors
/// [`Error::Fault`] after an interrupt.
pub fn check() -> Result<(), Error> {
    if requested() {
        Err(Error::Fault(
            "interrupted; the output so far is readable".into(),
        ))
    } else {
        Ok(())
    }
}
