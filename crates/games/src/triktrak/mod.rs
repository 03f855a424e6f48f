//! Triktrak, the second bundled cartridge: its game in RAM, a robot that plays it, and mouse play.
//!
//! [`Layout`] uses the cartridge's symbol file to find the game in RAM, and [`Follower`] records
//! that game with the crate `triktrak`. [`Robot`] plays on a separate console, with the joystick
//! and switches. [`Mouse`] turns the clicks in a session into joystick input. Both use a [`Pilot`].

mod follower;
mod mouse;
mod pilot;
mod ram;
mod robot;

pub use follower::Follower;
pub use mouse::Mouse;
pub use pilot::{Pilot, Task};
pub use ram::{AwaitedInput, Layout, Mode, Snapshot};
pub use robot::Robot;
