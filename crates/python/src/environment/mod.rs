//! Turns a cartridge into an environment for agents. Its inputs are actions; its outputs are
//! observations, rewards and the ends of episodes.
//!
//! [`Lane`] is one console with its episode, [`Pool`] runs many lanes on threads, and all lanes
//! share the [`Settings`]. A step of a lane allocates nothing, and a lane's run depends only on its
//! seed and actions, not on the thread. This module does not use Python, so that a Rust test can
//! count allocations.

mod area;
mod lane;
mod objects;
mod observation;
mod pool;

pub use lane::{Lane, LaneError, Settings, StepResult};
pub use objects::color;
pub use observation::{Observation, View};
pub use pool::{Pool, Slot, Task};
