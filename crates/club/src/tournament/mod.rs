//! Matches of the cartridge against itself at two levels, or against another engine, from balanced
//! openings and with alternating colors. The `checkers` crate checks every move. [`triktrak`] runs
//! matches of the Triktrak cartridge.
//!
//! A game depends only on the two players, the opening and the game's seed, so the games can run in
//! parallel on all cores, and the same seed always gives the same match.

mod contest;
mod contestant;
mod engine;
mod mover;
mod openings;
mod table;
pub mod triktrak;

pub use contest::{Contest, FinishedGame};
pub use contestant::Contestant;
pub use engine::PROTOCOL;
pub use mover::{Mover, Reply};
pub use openings::Openings;

pub use table::{GameResult, table};
