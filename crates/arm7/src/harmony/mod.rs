//! The Harmony cartridge and its relatives: the hardware around the processor.
//!
//! [`Lpc`] is the microcontroller around the processor, an LPC2103 or one of its larger relatives:
//! RAM, the accelerator for the flash, timers, and the port connected to the console's bus.
//! [`call`] runs a game's code on it, as the cartridge's driver does; [`Driver`] runs the driver
//! itself.
//!
//! [`DpcPlus`], [`Cdf`] and `Bus` are the drivers, rewritten in Rust: registers, data streams,
//! music, calls. The tests compare the first two with the original drivers. The console sees each
//! of the three as a [`Cartridge`].

mod bus;
mod bus_loop;
mod call;
mod calls;
mod cartridge;
mod cdf;
mod dpc_plus;
mod driver;
mod facts;
mod feed;
mod flash_line;
mod lpc;
mod mam;
mod running_driver;
mod sound;
mod streams;
mod timer;
mod vic;

pub use bus::{Bus, Kind as BusKind};
pub use bus_loop::Effect;
pub use call::{Call, End, Fault, Origin, Outcome, Service, Watch, call};
pub use calls::Record;
pub use cartridge::Cartridge;
pub use cdf::{Cdf, Family, Layout};
pub use dpc_plus::{DpcPlus, Variant};
pub use driver::{Answer, Driver};
pub(crate) use feed::Clocks;
pub use feed::{Access, DriverChoice, Options, Time};
pub use lpc::{Board, Lpc};
pub use running_driver::RunningDriver;
