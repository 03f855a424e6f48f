//! Triktrak, the second bundled cartridge: its game in RAM, a robot that plays it, and mouse play.
//!
//! [`Layout`] uses the cartridge's symbol file to find the game in RAM, and [`Follower`] turns it
//! into a game of the crate `triktrak`. [`Robot`] operates the joystick and switches of a separate
//! console; [`Mouse`] turns clicks in a session into input. Both use a [`Pilot`].

mod follower;
mod mouse;
mod pilot;
mod ram;
mod robot;

pub use follower::Follower;
pub use mouse::Mouse;
pub use pilot::{Pilot, Purpose};
pub use ram::{Expects, Glance, Layout, Mode};
pub use robot::Robot;
