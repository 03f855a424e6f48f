//! Interruption by SIGINT, SIGTERM, SIGHUP, a logout, or Ctrl+C on Windows.
//!
//! A command that calls [`watch`] must check [`requested`] in its loop and end in good order, with
//! everything that it wrote readable. A second interruption ends the program immediately, and so
//! does the first one while it [waits](while_waiting) for a line.

use crate::error::Error;
use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);
static WAITING: AtomicBool = AtomicBool::new(false);

/// The exit status after a second interruption: that of a program killed by SIGINT.
const KILLED: i32 = 130;

/// Asks the system to report interruptions instead of ending the program.
pub fn watch() {
    let note = || {
        let again = REQUESTED.swap(true, Ordering::SeqCst);
        if again || WAITING.load(Ordering::SeqCst) {
            std::process::exit(KILLED);
        }
    };
    // If it fails, an interruption ends the program as before.
    let _ = ctrlc::set_handler(note);
}

/// True after an interruption.
#[inline]
pub fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}

/// Asks the commands in progress to end, as an interruption does.
pub fn request() {
    REQUESTED.store(true, Ordering::SeqCst);
}

/// Forgets an interruption that has been answered, as by the end of a debugger's command.
pub fn forget() {
    REQUESTED.store(false, Ordering::SeqCst);
}

/// Waits for something that no check can end, such as the next line of a prompt: an interruption
/// before its end ends the program immediately.
pub fn while_waiting<T>(wait: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::SeqCst);
    if REQUESTED.load(Ordering::SeqCst) {
        std::process::exit(KILLED);
    }
    let result = wait();
    WAITING.store(false, Ordering::SeqCst);
    result
}

/// The end of a command: an error if it was interrupted.
///
/// # Errors
/// [`Error::Fault`] after an interruption.
pub fn check() -> Result<(), Error> {
    match requested() {
        true => Err(Error::Fault(
            "interrupted; what was written is readable".into(),
        )),
        false => Ok(()),
    }
}
