//! Triktrak, the second bundled cartridge: its game in RAM, a robot that plays it, and the mouse.
//!
//! [`Layout`] reads the game by the cartridge's symbol file, and [`Follower`] turns what it sees
//! into a game by the rules of the crate `triktrak`. [`Robot`] works joystick and switches of a
//! console of its own; [`Mouse`] does so for clicks in a session. Both steer with a
//! [`Pilot`].

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
