//! One file per subcommand.

pub mod asm;
pub mod checkers;
pub mod completions;
pub mod dap;
pub mod debug;
pub mod diff;
pub mod disasm;
pub mod doctor;
pub mod engine;
pub mod info;
#[cfg(feature = "desktop")]
pub mod keys;
pub mod manual;
pub mod matches;
pub mod mcp;
pub mod play;
pub mod profile;
pub mod record;
pub mod replay;
#[cfg(feature = "desktop")]
pub mod settings;
pub mod several;
pub mod snapshot;
pub mod trace;
pub mod triktrak;
pub mod verify;
