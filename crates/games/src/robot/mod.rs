//! A robot that plays Video Checkers. It operates the joysticks and switches, and reads the state
//! of the game from RAM. The terminal game, matches and mouse play use it.
//!
//! [`Pilot`] turns a task, such as a move to play or a position to set up, into the input for each
//! frame. It never blocks, so a running session can use it. [`Robot`] runs a separate console at
//! full speed, and [`Opponent`] lets the cartridge in that console play one side of a game.

mod advice;
mod headless;
mod opponent;
mod pilot;
pub(crate) mod recorded;
mod route;

pub use advice::Question;
pub use headless::{Robot, RobotError};
pub use opponent::Opponent;
pub use pilot::{Pilot, PilotStep, Task};
pub use route::{Push, first_push};
