//! Interrupts: SIGINT, SIGTERM and SIGHUP, or, on Windows, a logout or Ctrl+C.
//!
//! A command that calls [`watch`] must check [`requested`] in its loop. When it ends early, the
//! output written so far must be readable. A second interrupt ends the program immediately. While
//! the program is [waiting](while_waiting) for a line of input, even the first interrupt does.

use crate::error::Error;
use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);
static WAITING: AtomicBool = AtomicBool::new(false);

/// The exit status after a second interrupt, the same as that of a program killed by SIGINT.
const KILLED: i32 = 130;

/// Makes the system report interrupts instead of ending the program.
pub fn watch() {
    let on_interruption = || {
        let again = REQUESTED.swap(true, Ordering::SeqCst);
        if again || WAITING.load(Ordering::SeqCst) {
            std::process::exit(KILLED);
        }
    };
    // Ignore the error: if no handler could be set, an interrupt simply ends the program.
    let _ = ctrlc::set_handler(on_interruption);
}

/// Returns true after an interrupt.
#[inline]
pub fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}

/// Asks the running commands to end, as an interrupt does.
pub fn request() {
    REQUESTED.store(true, Ordering::SeqCst);
}

/// Clears an interrupt that has been handled, for instance by ending a debugger command.
pub fn forget() {
    REQUESTED.store(false, Ordering::SeqCst);
}

/// Calls `wait`, which blocks, for example on the next line of a prompt, and so cannot check
/// [`requested`]. An interrupt during this call ends the program immediately.
pub fn while_waiting<T>(wait: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::SeqCst);
    if REQUESTED.load(Ordering::SeqCst) {
        std::process::exit(KILLED);
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
