//! A robot at the controls. It plays Video Checkers only with joysticks and switches, and reads the
//! state of the game from RAM. The terminal game, matches and mouse play use it.
//!
//! [`Pilot`] turns a purpose (play this move, set up this board) into the input for the next frame.
//! It never blocks, so it can be used in a running session. [`Robot`] runs a separate console at
//! full speed, and [`Opponent`] makes the cartridge in that console a player of one side.

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
