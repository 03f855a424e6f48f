//! Programs and folders that do not outlive their test, for the tests of all crates.
//!
//! [`Start`] starts a program as a [`Program`], which ends when it is dropped, also while a failed
//! test unwinds, and which cannot run or write without a limit. A [`Folder`] removes itself.
//! A test that [`needs!`] a program which is not installed says so and ends.

mod folder;
mod program;
mod tools;

pub use folder::{Folder, make_pipe, repository};
#[cfg(unix)]
pub use nix::sys::signal::Signal;
pub use program::{Program, Start};
pub use tools::{has, ignore};
