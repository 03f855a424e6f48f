//! The games of the bundled cartridges, Video Checkers and Triktrak. No files, windows or clocks.
//!
//! - [`video_checkers`] follows the game of the first cartridge in RAM, and [`thinking`] detects
//!   when the cartridge thinks; [`robot`] operates the controls, and [`mouse_play`] turns clicks
//!   into moves.
//! - [`triktrak`] has the same for the second cartridge.
//! - [`session`] adds both to a [`play::session::Session`]: its option `games` is
//!   [`session::recognize`], and front ends use the trait [`session::BundledGames`].

#[cfg(test)]
mod begun;
pub mod mouse_play;
pub mod robot;
pub mod session;
pub mod symbols;
pub mod thinking;
pub mod triktrak;
pub mod video_checkers;
