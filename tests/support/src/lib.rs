//! Child programs and temporary folders for the tests of all crates.
//!
//! [`Start`] starts a program as a [`Program`], which is killed when it is dropped, even while a
//! failed test unwinds. Its running time and the size of its files are limited. A [`Folder`] is
//! removed when it is dropped. A test that [`needs!`] a program that is not installed prints a
//! message and returns. [`page`] reads the programs in pages of the documentation.

mod folder;
pub mod page;
mod program;
mod tools;

pub use folder::{Folder, make_pipe, repository};
#[cfg(unix)]
pub use nix::sys::signal::Signal;
pub use program::{Program, Start};
pub use tools::{has, ignore};
