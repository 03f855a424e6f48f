//! Matches: the cartridge against itself at two levels, or against another engine, from balanced
//! openings with alternating colors. The `checkers` crate is the judge.
//!
//! A game depends on nothing but the two players, the opening and a seed of its own, so the games
//! run on all cores and the same seed gives the same match.

mod contest;
mod engine;
mod openings;
mod player;
mod table;

pub use contest::{Contest, Played};
pub use engine::PROTOCOL;
pub use openings::Openings;
pub use player::{Contestant, Player};
pub use table::table;
