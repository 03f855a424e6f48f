//! The Harmony cartridge and its relatives: the hardware around the processor.
//!
//! [`Lpc`] is the microcontroller around the processor, an LPC2103 or one of its larger relatives:
//! RAM, the accelerator in front of the flash, timers, and the port at the console's bus. [`call`]
//! runs a game's code on it as the cartridge's driver does, [`Driver`] the driver itself.
//!
//! [`DpcPlus`] and [`Cdf`] do what the drivers do, as plain code: registers, data streams, music,
//! calls. The tests compare them with the drivers.

mod bus_loop;
mod call;
mod calls;
mod cdf;
mod dpc_plus;
mod driver;
mod feed;
mod layout;
mod line;
mod lpc;
mod mam;
mod timer;

pub use bus_loop::Effect;
pub use call::{Call, End, Fault, Origin, Outcome, Service, Watch, call};
pub use calls::Record;
pub use cdf::Cdf;
pub use dpc_plus::{DpcPlus, Variant};
pub use driver::{Answer, Driver};
pub use feed::{Access, Options, Time};
pub use layout::{Family, Layout};
pub use lpc::{Board, Lpc};
