//! One file per subcommand.

pub mod checkers;
pub mod matches;
pub mod play;
pub mod snapshot;
pub mod trace;
