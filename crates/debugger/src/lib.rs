//! A debugger for Atari 2600 programs: steps forward and backward in time, breakpoints, traps.
//!
//! [`Debugger`] combines a [`Program`] (names and source lines), a [`Timeline`] (the machine and
//! its past), [`Points`] (breakpoints) and [`Traps`]. The window, the debug adapter for editors and
//! the terminal use this crate. It opens no files and starts no threads.
//!
//! # How it goes back in time
//!
//! The same cartridge, power-on state, input and edits always give the same run. So the debugger
//! can recompute any past moment: it copies the last snapshot before that moment and runs the copy
//! up to the moment. Snapshots are at most 64 frames apart, unless the memory for snapshots is
//! full.
//!
//! # Words
//!
//! - *Moment*: the number of CPU cycles since the first power-on. *Place*: frame, scanline and
//!   color clock.
//! - *Stop* of a [`Unit`]: a point in the run at which a step by this unit may end, usually before
//!   an instruction. Forward and backward steps end at the same stops.
//! - *Tape*: the script's input and the user's edits, which are everything that affects the machine
//!   from outside.
//! - *Scout*: a copy of the machine that runs through the past to search for something.
//!
//! A module uses only modules in the rows below it:
//!
//! ```text
//! commands                               commands typed as text
//! view                                   the machine as text
//! session                                follows a session that runs elsewhere
//! debugger                               combines the modules below
//! why  motion  stop                      causes of pixels and bytes, steps, reasons to stop
//! points  traps  location                breakpoints, traps, locations as users write them
//! hot_reload  patches  kernel_view       reloading a program, changed bytes, cycles of a line
//! observe  calls  evaluate               instructions and accesses, the stack, expressions
//! timeline  program  template            the machine and its past, names and lines, log text
//! source_line  colors                    a line of a source file, colored text
//! ```

mod calls;
mod colors;
pub mod commands;
mod debugger;
mod evaluate;
mod hot_reload;
mod kernel_view;
mod location;
mod motion;
mod observe;
mod patches;
mod points;
mod program;
mod session;
mod source_line;
mod stop;
mod template;
mod timeline;
mod traps;
pub mod view;
mod why;

pub use calls::Call;
pub use colors::{ColorValue, colors_in};
pub use debugger::{Debugger, Interrupt, spot_of};
pub use hot_reload::carry_over;
pub use kernel_view::kernel_view;
pub use location::{Location, LocationError, number};
pub use motion::{Calls, Unit};
pub use points::{Hit, HitRule, Point, Points, Spot, Watch, WatchKind};
pub use program::{
    Label, Program, Sources, Span, Variable,
    dbg::{DbgError, dbg_symbols},
    lines::{LinesError, Parts},
    listing::ListingError,
    map::MapError,
};
pub use session::Takeover;
pub use source_line::SourceLine;
pub use stop::{Reason, Stop};
pub use template::Template;
pub use timeline::{Edit, Present, SNAPSHOT_BYTES, Tape, Timeline};
pub use traps::{Trap, Trapped, Traps};
pub use why::{ExecutedInstruction, Pixel, PixelSource, Poke, WhyError, Write};

/// Compiles the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
