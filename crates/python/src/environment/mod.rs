//! Turns a cartridge into an environment for agents. Its inputs are actions; its outputs are
//! observations, rewards and the ends of episodes.
//!
//! [`Lane`] is one console and its current episode, [`Pool`] runs many lanes on threads, and all
//! lanes share the [`Settings`]. Stepping a lane allocates nothing. The results of a lane depend
//! only on its seed and actions, not on the thread that runs it. This module does not use Python,
//! so that a Rust test can count allocations.

mod area;
mod lane;
mod objects;
mod observation;
mod pool;

pub use lane::{Lane, LaneError, Settings, StepResult};
pub use objects::color;
pub use observation::{Observation, View};
pub use pool::{Pool, Slot, Task};
