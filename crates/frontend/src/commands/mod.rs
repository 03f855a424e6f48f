//! One file per subcommand.

pub mod checkers;
pub mod completions;
#[cfg(feature = "desktop")]
pub mod keys;
pub mod matches;
pub mod play;
#[cfg(feature = "desktop")]
pub mod settings;
pub mod snapshot;
pub mod trace;
