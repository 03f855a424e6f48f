//! Tools that observe a console from outside: traces, scripts, a RAM search, rewind.
//!
//! - [`trace`] records instructions, bus cycles, frames and pictures of a run.
//! - [`script`] reads input and expectations from a text, runs a machine with the input, and checks
//!   the expectations.
//! - [`RamSearch`] finds a byte of RAM by its changes.
//! - [`Rewind`] stores saved states, to go back in time.
//!
//! All these tools step a [`vcs::Machine`] and read its state between cycles. The console has no
//! hooks for them.

mod ram_search;
mod rewind;
pub mod script;
pub mod trace;

pub use ram_search::{Difference, RamSearch};
pub use rewind::Rewind;

/// Compiles the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
