//! The cartridge Video Checkers.
//!
//! - `cartridge`: its sources build it byte for byte, and its frames are correct
//! - `cycles`: the cycle counts that its sources state
//! - `endings`: king endings, against a table of all positions
//! - `engine`, `mind`: its search, on the bare processor
//! - `games`: whole games, each move judged by the rules; the terminal's games
//! - `manual`: the facts of `tests/manual.md`, one by one
//! - `matches`: between levels, and against other engines
//! - `thinking`, `waits`: how long a move takes
//! - `numbers`: random numbers and positions for all of these tests

mod cartridge;
mod cycles;
mod endings;
mod engine;
mod games;
pub(crate) mod manual;
mod matches;
mod mind;
pub(crate) mod numbers;
mod thinking;
mod waits;
