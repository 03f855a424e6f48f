//! The console: an Atari 2600 as a library. No files, windows, threads or clocks on the wall.
//!
//! One 6507 bus cycle is the unit of time; it lasts three color clocks. [`Machine::cycle`] runs one,
//! [`Machine::instruction`] and [`Machine::frame`] run as many as these take. The CPU is a value
//! that makes exactly one bus access per cycle. The TIA and the RIOT are lazy: they catch up before
//! they are read or written, and before their state is needed.
//!
//! ```text
//!   Machine ── cycle() ──> Cpu ── read/write ──> bus ──> Cartridge  A12          hot spots, RAM
//!      │                                          ├────> RIOT       A7           RAM, ports, timer
//!      │                                          └────> TIA ──> Television      scanlines, frames
//!      └── frame(), set_input(), save(), peek() ...        └──> sound samples
//! ```
//!
//! A [`Machine`] is a value: clone it, compare it, save it at any cycle. Tools read what they need
//! from [`BusCycle`], [`Machine::place`] and the chips; the core has no hooks.
//!
//! Arrows point down between its modules: addresses, places and hashes; the chips, by datasheet
//! name, television and cartridges; input and bus; the machine and its states. What only makes it
//! faster is in one folder, `fast`, which the chips and the bus know nothing of.
//!
//! ```
//! use vcs::{Cartridge, Machine, PowerOn};
//!
//! let mut image = vec![0xea; 4096];
//! image[4093] = 0xf0; // the reset vector: $F000
//! let cartridge = Cartridge::from_image(&image)?;
//! let mut machine = Machine::new(cartridge, PowerOn::default());
//! assert_eq!(machine.frame().number, 0);
//! let state = machine.save();
//! let copy = Machine::load(machine.cartridge(), &state)?;
//! assert!(copy == machine);
//! # Ok::<(), vcs::VcsError>(())
//! ```
#![doc = include_str!("../docs/machine.md")]
#![doc = include_str!("../docs/speed.md")]

pub mod address;
pub mod bus;
pub mod cartridge;
pub mod cpu;
pub mod detect;
mod error;
#[doc(hidden)]
pub mod fast;
mod hash;
pub mod input;
pub mod machine;
pub mod palette;
pub mod place;
mod random;
pub mod riot;
pub mod state;
pub mod television;
pub mod tia;

pub use bus::Step;
pub use cartridge::Cartridge;
pub use error::VcsError;
pub use hash::Hash;
pub use input::Input;
pub use machine::{BusCycle, Machine, PowerOn, PowerOnState};
pub use place::Place;
pub use television::Frame;
