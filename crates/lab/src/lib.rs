//! Tools that work *with* a console, not in it.
//!
//! - [`trace`] records what the console did: instructions, bus cycles, frames, pictures.
//! - [`script`] describes input and expectations as text, and runs a machine from it.
//! - [`RamSearch`] looks for a byte of RAM by its changes.
//! - [`Rewind`] keeps states in a ring, to go back in time.
//!
//! Everything here pulls: it steps a [`vcs::Machine`] and reads its state between cycles. The
//! console has no hooks for this crate.

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
