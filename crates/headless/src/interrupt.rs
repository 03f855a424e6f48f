//! Interruptions: SIGINT, SIGTERM, SIGHUP, a logout, or Ctrl+C on Windows.
//!
//! A command that calls [`watch`] must check [`requested`] in its loop, and must end in a way that
//! leaves its output so far readable. A second interruption ends the program immediately. While the
//! program [waits](while_waiting) for a line, even the first interruption ends it immediately.

use crate::error::Error;
use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);
static WAITING: AtomicBool = AtomicBool::new(false);

/// The exit status after a second interruption. A program that is ended by SIGINT has the same
/// status.
const KILLED: i32 = 130;

/// Asks the system to report interruptions instead of ending the program.
pub fn watch() {
    let on_interruption = || {
        let again = REQUESTED.swap(true, Ordering::SeqCst);
        if again || WAITING.load(Ordering::SeqCst) {
            std::process::exit(KILLED);
        }
    };
    // Without a handler, an interruption simply ends the program.
    let _ = ctrlc::set_handler(on_interruption);
}

/// True after an interruption.
#[inline]
pub fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}

/// Asks the running commands to end, as an interruption does.
pub fn request() {
    REQUESTED.store(true, Ordering::SeqCst);
}

/// Clears an interruption that has been handled, for instance by ending a debugger's command.
pub fn forget() {
    REQUESTED.store(false, Ordering::SeqCst);
}

/// Calls `wait`, which cannot check [`requested`] while it waits, for example for the next line of
/// a prompt. An interruption during this call ends the program immediately.
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
/// [`Error::Fault`] after an interruption.
pub fn check() -> Result<(), Error> {
    if requested() {
        Err(Error::Fault(
            "interrupted; the output so far is readable".into(),
        ))
    } else {
        Ok(())
    }
}
