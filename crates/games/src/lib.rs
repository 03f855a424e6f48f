//! Everything about the bundled games, Video Checkers and Triktrak. The crate uses no files,
//! windows or clocks.
//!
//! - [`video_checkers`] follows a game of Video Checkers in RAM, and [`thinking`] detects when the
//!   cartridge is thinking. [`robot`] operates the controls, and [`mouse_play`] turns clicks into
//!   moves.
//! - [`triktrak`] does the same for Triktrak.
//! - [`session`] adds both games to a [`play::session::Session`]: the session's option `recognize`
//!   is [`session::recognize`], and front ends use the trait [`session::BundledGames`].

pub mod mouse_play;
pub mod robot;
pub mod session;
pub mod symbols;
#[cfg(test)]
mod test_session;
pub mod thinking;
pub mod triktrak;
pub mod video_checkers;
