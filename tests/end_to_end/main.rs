//! End-to-end tests of the program, the cartridges and the documents that describe them, in one
//! test binary for the whole repository. A crate's own tests are in its folder.
//!
//! Each subject has a folder; its `mod.rs` lists the files:
//!
//! - `video_checkers`: the cartridge, its manual, its engine, matches
//! - `triktrak`: the cartridge, its rules on the console, its games in the terminal
//! - `headless`: the subcommands without a window
//! - `desktop`: the window under a virtual X server (Linux)
//! - `debugging`: the debug adapter, the debugger for tools, `crownhead debug`
//! - `oracles`: the same cartridges in other emulators (ignored by default)
//!
//! Four files test the repository itself: `imports` checks the dependencies between crates, modules
//! and files, `pages` checks the links, `fuzz_corpus` runs the inputs saved from fuzzing, and
//! `facts_list` checks that a list of facts and its tests are complete.
//!
//! Helpers: `tests/support` provides child programs, and folders that are removed when their test
//! ends. `tests/programs` provides cartridges and machines, and `desktop/stage.rs` provides
//! windows. The other folders in `tests/` contain data.
//!
//! Run one subject with `cargo test -p crownhead --test end_to_end headless::`.

mod debugging;
#[cfg(all(target_os = "linux", feature = "desktop"))]
mod desktop;
mod facts_list;
#[cfg(feature = "desktop")]
mod fuzz_corpus;
mod headless;
mod imports;
mod oracles;
mod pages;
mod triktrak;
mod video_checkers;

use programs::{assemble, assemble_with};
use support::repository;
