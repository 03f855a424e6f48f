//! Games against the cartridges and between players: in the terminal, as matches, and with other
//! programs as engines.

#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod manual;
pub mod terminal;
pub mod tournament;
