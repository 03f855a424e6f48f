//! Interruption by SIGINT, SIGTERM, SIGHUP, a logout, or Ctrl+C on Windows.
//!
//! A command that calls [`watch`] must check [`requested`] in its loop and end in good order, with
//! everything that it wrote readable. A second interruption ends the program immediately.

use crate::error::Error;
use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// The exit status after a second interruption: that of a program killed by SIGINT.
const KILLED: i32 = 130;

/// Asks the system to report interruptions instead of ending the program.
pub fn watch() {
    let note = || {
        if REQUESTED.swap(true, Ordering::Relaxed) {
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

/// Forgets an interruption that has been answered, as at the debugger's prompt.
pub fn forget() {
    REQUESTED.store(false, Ordering::Relaxed);
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
