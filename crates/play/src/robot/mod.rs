//! A robot at the controls: plays Video Checkers through its joysticks and switches alone, and
//! reads from its RAM how the game stands. The terminal game, matches and the mouse in the window
//! all go through it.
//!
//! [`Pilot`] turns a purpose (play this move, set up this board) into what the hands do in the
//! next frame; it never waits and so fits into a running window. [`Robot`] runs a console of its
//! own as fast as it goes.

mod headless;
mod pilot;
mod route;

pub use headless::{Robot, RobotError};
pub use pilot::{Hands, Pilot, Purpose};
pub use route::{Push, first_push};
