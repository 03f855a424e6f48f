//! Tools that observe a console from the outside: traces, scripts, a RAM search and rewind.
//!
//! - [`trace`] records the instructions, bus cycles, frames and pictures of a run.
//! - [`script`] runs a machine with the input that a script contains, and checks the script's
//!   expectations.
//! - [`RamSearch`] finds a byte of RAM by its changes.
//! - [`Rewind`] keeps saved states, so that a player can go back in time.
//!
//! All these tools step a [`vcs::Machine`] and read its state between cycles; the console needs no
//! hooks for them.

mod ram_search;
mod rewind;
pub mod script;
pub mod trace;

pub use ram_search::{RamCondition, RamSearch};
pub use rewind::Rewind;

/// Tests the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
