//! A cartridge as an environment for agents: actions in; observations, rewards and ends out.
//!
//! [`Lane`] is one console that plays, [`Pool`] many of them on threads, [`Settings`] what they
//! have in common. A lane allocates nothing in a step, and its run follows from its seed and its
//! actions alone, on whatever thread it runs. Nothing here knows Python, so that a test of this
//! crate in Rust can count the allocations.

mod area;
mod lane;
mod objects;
mod observation;
mod pool;

pub use lane::{Lane, LaneError, Moment, Settings};
pub use objects::color;
pub use observation::{Observation, View};
pub use pool::{Pool, Slot, Task};
