//! Terminal games against the game cartridges, and matches between the cartridges and other
//! programs (engines).

#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod manual;
pub mod terminal;
pub mod tournament;
