//! A robot at the controls. It plays Video Checkers only through joysticks and switches, and reads
//! the state of the game from RAM. The terminal game, matches and mouse play use it.
//!
//! [`Pilot`] turns a purpose (play this move, set up this board) into the input of the next frame.
//! It never waits, so it works in a running session. [`Robot`] runs a separate console at full
//! speed, and [`Opponent`] is the cartridge in that console as a player.

mod advice;
mod headless;
mod opponent;
mod pilot;
pub(crate) mod recorded;
mod route;

pub use advice::Question;
pub use headless::{Robot, RobotError};
pub use opponent::Opponent;
pub use pilot::{Hands, Pilot, Purpose};
pub use route::{Push, first_push};
