//! The console: an Atari 2600 as a library. No files, windows, threads or clocks on the wall.
//!
//! One 6507 bus cycle is the heartbeat; it lasts three color clocks. [`Machine::cycle`] is the
//! only place where time advances. The CPU is a value that makes exactly one bus access per
//! cycle; the TIA and the RIOT are lazy: the bus adds to what they are owed, and they catch up
//! before anyone reads, writes or looks.

pub mod bus;
pub mod cartridge;
pub mod cpu;
mod error;
pub mod input;
pub mod machine;
pub mod palette;
pub mod place;
mod random;
mod rewind;
pub mod riot;
pub mod script;
mod state;
pub mod television;
pub mod tia;
pub mod trace;

pub use cartridge::Cartridge;
pub use error::VcsError;
pub use input::Input;
pub use machine::{BusCycle, Machine, PowerOn, PowerOnState};
pub use place::Place;
pub use rewind::Rewind;
pub use television::Frame;
