//! Programs and folders that end with their test, for the tests of all crates.
//!
//! [`Start`] starts a program as a [`Program`], which ends when it is dropped, even while a failed
//! test unwinds, and which cannot run or write without a limit. A [`Folder`] removes itself. A test
//! that [`needs!`] a program that is not installed prints a message and ends.

mod folder;
mod program;
mod tools;

pub use folder::{Folder, make_pipe, repository};
#[cfg(unix)]
pub use nix::sys::signal::Signal;
pub use program::{Program, Start};
pub use tools::{has, ignore};
