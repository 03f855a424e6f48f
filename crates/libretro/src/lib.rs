//! The console as a libretro core, for RetroArch and other front ends.
//!
//! The modules, from the bottom up:
//!
//! - [`abi`]: the interface's constants and structures.
//! - [`options`], [`cheats`], [`pads`], [`frame_lines`]: settings, cheats, controls and the frame
//!   rate, without calls to the front end.
//! - [`save_ram`]: the contents of a SaveKey.
//! - [`core`]: a console with controllers, pictures, sound and states, in safe code.
//! - [`host`]: the front end, with its callbacks wrapped in safe methods.
//! - [`exports`]: the functions that the front end calls.
//!
//! Only [`host`] and [`exports`] contain `unsafe` blocks, because they handle C functions and
//! pointers.

pub mod abi;
pub mod cheats;
pub mod core;
pub mod exports;
pub mod frame_lines;
pub mod host;
pub mod options;
pub mod pads;
pub mod save_ram;
