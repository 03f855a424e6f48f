//! What the commands without a window share: output files, sessions from scripts, filters.

pub mod artifacts;
pub mod check;
pub mod filter;
pub mod junit;
pub mod kinds;
pub mod output;
pub mod session;
pub mod wav;
