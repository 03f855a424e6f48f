//! End-to-end tests of the program, the cartridges and the documents that describe them: the one
//! test binary of the whole. A crate's own tests are in its folder.
//!
//! A folder for each subject; its `mod.rs` lists the files:
//!
//! - `video_checkers`: the cartridge, its manual, its engine, matches
//! - `triktrak`: the cartridge, its rules on the console, its games in the terminal
//! - `headless`: the subcommands without a window
//! - `desktop`: the window under a virtual X server (Linux)
//! - `debugging`: the debug adapter, the debugger for tools, `crownhead debug`
//! - `oracles`: the same cartridges in other emulators (ignored unless asked for)
//!
//! and four files about the repository: `imports` holds the crates, modules and files to their
//! floors, `pages` checks the links, `fuzz_corpus` runs the inputs that fuzzing keeps, `facts_list`
//! checks that a list of facts and its tests are complete.
//!
//! Helpers: programs and folders that end with their test are in `tests/support`, cartridges and
//! machines in `tests/programs`, windows in `desktop/stage.rs`. Data is in the other folders of
//! `tests/`.
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
