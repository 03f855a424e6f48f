//! One file per subcommand.

pub mod checkers;
pub mod matches;
pub mod play;
