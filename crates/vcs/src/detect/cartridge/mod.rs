//! Finds the board for an image. The evidence is the image's size, and byte sequences that programs
//! for a certain board need. If there are no such sequences, or if the program does not run on the
//! board that they suggest, trial runs after a reset decide.
//!
//! The byte sequences are in the hints of the schemes (`cartridge/hints.rs`).

mod candidate;
mod search;
#[cfg(test)]
mod tests;
mod trial;
#[cfg(test)]
mod trial_tests;
mod unsupported;
mod unusual_size;

pub use candidate::{Candidate, candidates};
use search::{detect, usual_scheme_if_doubtful};
