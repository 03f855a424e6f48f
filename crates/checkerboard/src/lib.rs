//! Video Checkers as an engine for CheckerBoard, a checkers interface for Windows.
//!
//! CheckerBoard's engine interface is the only one in common use for checkers. An engine is a
//! library that exports two functions, `getmove` and `enginecommand`. Each module uses only modules
//! above it in this list:
//!
//! - [`abi`]: the interface's constants and structures, with sources.
//! - [`board`]: converts boards and moves between the interface and the crate `checkers`.
//! - [`engine`]: the cartridge at a given level, playing either side.
//! - [`commands`]: the answers to `enginecommand`.
//! - [`exports`]: the functions that CheckerBoard calls.
//!
//! Only [`exports`] has `unsafe` blocks, to handle the C pointers. This is a separate crate because
//! it contains `unsafe` code and because it is built for a different target: CheckerBoard loads it
//! as `crownhead_checkerboard.dll`.

pub mod abi;
pub mod board;
pub mod commands;
pub mod engine;
pub mod exports;
