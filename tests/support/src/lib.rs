//! Programs and folders that do not outlive their test, for the tests of all crates.
//!
//! [`Start`] starts a program as a [`Program`], which ends when it is dropped, also while a failed
//! test unwinds, and which cannot run or write without a limit. A [`Folder`] removes itself.

mod folder;
mod program;
mod tools;

pub use folder::{Folder, make_pipe};
#[cfg(unix)]
pub use nix::sys::signal::Signal;
pub use program::{Program, Start};
