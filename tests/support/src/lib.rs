//! Child programs and temporary folders for the tests of all crates.
//!
//! [`Start`] starts a child program as a [`Program`], which is killed when it is dropped, even
//! while a failed test unwinds. Its running time and the size of the files it writes are limited. A
//! [`Folder`] is removed when it is dropped. If a test [`needs!`] a program that is not installed,
//! it prints a message and returns. [`page`] extracts the programs from pages of the documentation.

mod folder;
pub mod page;
mod program;
mod tools;

pub use folder::{Folder, make_pipe, repository};
#[cfg(unix)]
pub use nix::sys::signal::Signal;
pub use program::{Program, Start};
pub use tools::{has, ignore};
