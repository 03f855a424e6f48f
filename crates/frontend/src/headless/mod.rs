//! Shared by the commands without a window: output files, sessions from scripts, filters.

mod arm_symbols;
pub mod artifacts;
pub mod check;
pub mod coverage;
pub mod disassembly;
pub mod filter;
pub mod heat;
pub mod html;
pub mod junit;
pub mod kinds;
pub mod lines;
pub mod many;
pub mod output;
pub mod recording;
pub mod rows;
pub mod session;
pub mod settled;
pub mod wav;
pub mod y4m;
