//! Tests of the Video Checkers cartridge.
//!
//! - `cartridge`: the image, which must equal the one built from the sources, and its frames
//! - `cycles`: the cycle counts that the sources state
//! - `endings`: king endings against an opponent that uses a table of all positions
//! - `engine`, `move_choice`: the search, on the bare processor
//! - `games`: whole games, with every move checked by the rules, and games in the terminal
//! - `manual`: the facts of `tests/manual.md`, one by one
//! - `matches`: between levels, and against other engines
//! - `thinking`, `waits`: how long a move takes
//! - `random`: random numbers and positions for all of these tests

mod cartridge;
mod cycles;
mod endings;
mod engine;
mod games;
pub(crate) mod manual;
mod matches;
mod move_choice;
pub(crate) mod random;
mod thinking;
mod waits;
