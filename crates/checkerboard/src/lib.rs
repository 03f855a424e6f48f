//! Video Checkers as an engine for CheckerBoard, a checkers interface for Windows.
//!
//! CheckerBoard's engine interface is the only one in common use for checkers: a library that
//! exports two functions, `getmove` and `enginecommand`. From the bottom up:
//!
//! - [`abi`]: the interface's numbers and structure, with the sources of these facts.
//! - [`board`]: its board and moves, from and to those of the crate `checkers`.
//! - [`engine`]: the cartridge at a level, as a player of either side.
//! - [`commands`]: the answers to `enginecommand`.
//! - [`exports`]: the functions that CheckerBoard calls.
//!
//! Only [`exports`] has `unsafe` blocks: it handles the C pointers. That is why this is a crate of
//! its own, and it is built for another target than the rest: CheckerBoard loads it as
//! `crownhead_checkerboard.dll`.

pub mod abi;
pub mod board;
pub mod commands;
pub mod engine;
pub mod exports;
