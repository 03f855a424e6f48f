//! Finds the board for an image by its size, by byte sequences that programs for a board need, and,
//! if there are no such sequences or the program does not run on the board that they suggest, by a
//! trial run after reset.
//!
//! The byte sequences are in the table of schemes; this module searches for them.

mod candidate;
mod odd;
mod refused;
mod search;
#[cfg(test)]
mod tests;
mod trial;
#[cfg(test)]
mod trial_tests;

pub use candidate::{Candidate, candidates};
use search::{detect, doubt};
