//! Finds out what a cartridge needs by running it: its bank-switch scheme and its controllers.
//!
//! [`Cartridge::from_image`](crate::Cartridge::from_image) and
//! [`Cartridge::with_scheme`](crate::Cartridge::with_scheme) are defined here, because a trial run
//! needs the processor, RAM and the timer. [`candidates`] lists the evidence for each scheme;
//! [`controllers`] runs a whole machine.

mod cartridge;
mod controllers;

pub use cartridge::{Candidate, candidates};
pub use controllers::{ControllerDetection, controller_facts, controllers};
