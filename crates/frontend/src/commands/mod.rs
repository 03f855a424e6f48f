//! One file per subcommand.

pub mod checkers;
pub mod play;
