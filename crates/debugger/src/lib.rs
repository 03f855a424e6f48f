//! A debugger for programs of the Atari 2600: steps, breakpoints, traps, and the way back.
//!
//! [`Debugger`] joins a [`Program`] (image, names and source lines), a [`Timeline`] (the machine
//! and its past), [`Points`] (breakpoints) and [`Traps`]. The window, the adapter for editors and
//! the terminal use it; it opens no files and starts no threads.
//!
//! # How it goes back
//!
//! The same cartridge, power-on, input and edits always give the same run. So the debugger
//! recomputes a past moment: it begins at the last snapshot before that moment, at most 64 frames
//! away, and runs by frames, then scanlines, then cycles.
//!
//! # Words
//!
//! - *Moment*: CPU cycles since the first power-on. *Place*: frame, scanline and color clock.
//! - *Stop*: a place where a step of a [`Unit`] may end. The stops are the same forward and back.
//! - *Tape*: everything that comes from outside: the script's input, and edits.
//! - *Scout*: a copy of the machine that runs through the past to look for something.
//!
//! A module uses only modules in the rows below it:
//!
//! ```text
//! commands                               the debugger as lines of text
//! view                                   the machine as text
//! session                                beside a session that is played elsewhere
//! debugger                               all of it together
//! why  motion  stop                      who wrote it, steps, why a run ended
//! points  traps  location                breakpoints, traps, places as people write them
//! carry  patches  kernel_view            a changed program goes on; the cycles of a line
//! observe  calls  evaluate               instructions and accesses, the stack, expressions
//! timeline  program  template            the machine in time, what is debugged, log lines
//! place_in_source  colors                a line of a file, colors in a text
//! ```

mod calls;
mod carry;
mod colors;
pub mod commands;
mod debugger;
mod evaluate;
mod kernel_view;
mod location;
mod motion;
mod observe;
mod patches;
mod place_in_source;
mod points;
mod program;
mod session;
mod stop;
mod template;
mod timeline;
mod traps;
pub mod view;
mod why;

pub use calls::Call;
pub use carry::carry;
pub use colors::{ColorValue, colors_in};
pub use debugger::{Debugger, Interrupt, spot_of};
pub use kernel_view::kernel_view;
pub use location::{Location, LocationError, number};
pub use motion::{Calls, Unit};
pub use place_in_source::SourceLine;
pub use points::{Hit, HitRule, Point, Points, Spot, Watch, WatchKind};
pub use program::{
    Label, Program, Sources, Span, Variable,
    dbg::{DbgError, dbg_symbols},
    lines::{LinesError, Parts},
    listing::ListingError,
    map::MapError,
};
pub use session::Takeover;
pub use stop::{Reason, Stop};
pub use template::Template;
pub use timeline::{Edit, Present, SNAPSHOT_BYTES, Tape, Timeline};
pub use traps::{Trap, Trapped, Traps};
pub use why::{Done, Pixel, Poke, Shown, WhyError, Write};

/// Compiles the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
