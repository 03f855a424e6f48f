//! The console: an Atari 2600 as a library. It uses no files, windows, threads or wall-clock time.
//!
//! The unit of time is one bus cycle of the 6507, which lasts three color clocks.
//! [`Machine::cycle`] runs one cycle; [`Machine::instruction`] and [`Machine::frame`] run as many
//! as they need. The CPU makes exactly one bus access per cycle. The TIA and the RIOT are lazy:
//! they catch up before they are read or written, and before their state is needed.
//!
//! ```text
//!   Machine ── cycle() ──> Cpu ── read/write ──> bus ──> Cartridge  A12          hot spots, RAM
//!      │                                          ├────> RIOT       A7           RAM, ports, timer
//!      │                                          └────> TIA ──> Television      scanlines, frames
//!      └── frame(), set_input(), save(), peek() ...        └──> sound samples
//! ```
//!
//! A [`Machine`] is a plain value: you can clone, compare or save it at any cycle. Tools read what
//! they need from [`BusCycle`], [`Machine::place`] and the chips. There are no callbacks, except in
//! [`Machine::watch_arm_call`]: it runs a call to ARM code on a copy of the cartridge, and calls
//! the given function before each ARM instruction.
//!
//! A module uses only modules in its own row of this table and in the rows below it (a test checks
//! this):
//!
//! | modules | contents |
//! | --- | --- |
//! | [`detect`] | trial runs that find the scheme and the controllers |
//! | [`machine`], [`state`], `error` | the machine, its saved states, the errors |
//! | [`fast`] | accelerators, which do not change any result; you can skip it at first |
//! | [`bus`], [`input`] | what the processor and the controller ports are connected to |
//! | [`cpu`], [`tia`], [`riot`], [`cartridge`], [`television`], [`palette`] | the console's parts |
//! | [`address`], [`place`], `hash`, `random` | addresses, places, checksums, random numbers |
//!
//! A write to the TIA goes from [`cpu`] through the bus (`write_tia` in `bus/console.rs`) to
//! [`tia::Tia::write`]. For speed, [`Machine`] uses a `Recurring` (`fast/recurring`) in place of a
//! [`tia::Tia`], and [`Machine::frame`] runs whole instructions (`fast/instructions`). The results
//! are the same, so you can ignore `fast` when learning how the console behaves.
//!
//! # Glossary
//!
//! Terms of the field:
//!
//! - *Color clock*: the time of one pixel. *Scanline*: 228 color clocks; the first 68 are the
//!   horizontal blank (HBLANK), the other 160 are visible.
//! - *Object*: a player, a missile or the ball; there are two players and two missiles. The
//!   *playfield* is the pattern behind them. *Copy*: one of up to three images of a player or
//!   missile in a scanline, as NUSIZx selects; the *main* copy is the first.
//! - *Strobe*: a register that acts when it is written, whatever the data: RESP0 puts player 0 at
//!   the beam, HMOVE moves all objects, WSYNC stops the processor until the scanline ends.
//! - *Pulse*: an extra clock that an object gets after HMOVE; during HBLANK it moves the object one
//!   pixel to the left. *Comb*: the eight blank pixels at the left edge of a scanline with HMOVE.
//! - *Hot spot*: an address that switches banks when it is accessed. *Slot*: a part of the window
//!   (see below) that is switched separately. *Slice*: the piece of ROM that fills a slot. *Read
//!   port* and *write port*: the address ranges at which a board's RAM is read and written.
//! - *Netlist*: the list of a chip's transistors and wires, for simulation. *Vectors* or *test
//!   vectors*: recordings of such a simulation, used by the tests. *Litmus program*: a small
//!   cartridge that shows one behavior (`tests/litmus`).
//!
//! Terms of this crate:
//!
//! - *Image*: the bytes of a cartridge's file. *Board*: the hardware around the ROM. *Scheme*: the
//!   rule by which a board switches banks. *Window*: the 4 KiB of addresses at which the console
//!   sees the cartridge, `$1000-$1FFF`.
//! - *Place*: a frame number, a scanline and a color clock.
//! - *Catch up*: run the TIA up to the current cycle. *Horizon*: the end of the first scanline that
//!   can end the frame; the TIA always catches up at this point.
//! - *Stall*: the cycles in which WSYNC holds RDY low. *Held read*: a read that the CPU repeats
//!   because RDY is low.
//! - *Settle*: bring all fields of the TIA up to date. Between two settlings, the accelerator in
//!   `fast/scanner` may store some of their values in a different form.
//! - *Undisturbed object*: a TIA object whose state follows from its position alone.
//! - *Rest*: a board with an ARM processor is at rest while it is not running ARM code and while no
//!   earlier access has armed it to act on the next access. Most reads have no effect on a board
//!   that is at rest.
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
#![doc = include_str!("../docs/savekey.md")]
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

/// Compiles the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
