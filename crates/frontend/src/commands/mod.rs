//! One file per subcommand.

pub mod play;
