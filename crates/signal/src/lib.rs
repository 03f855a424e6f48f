//! A television: turns an Atari 2600's signal into pictures.
//!
//! ```text
//!   Frame ── Encoder ──> samples ── Decoder ──> light ── Screen ──> pixels
//!            console                set                  tube
//! ```
//!
//! A [`Set`] combines these parts: it receives the console's frames and draws them at any size.
//! [`Preset`] has ready-made sets. [`Hold`] decides what an unusual frame length does to the
//! picture. The crate uses no global state, files or clocks, so the same frames always give the
//! same pictures.
//!
//! Crownhead's front ends use this crate. Any other program can use it to show what a television
//! would show.
#![doc = include_str!("../docs/television.md")]

mod console;
mod decoder;
mod filter;
mod preset;
mod set;
mod tube;
mod vertical_hold;

pub use console::{Console, Encoder, Line, System};
pub use decoder::{Decoder, DelayLine, Light, QUICK_SWING, Receiver, SLOW_SWING, Separation};
pub use preset::{CurrentSet, Preset, SetOptions};
pub use set::{Field, Set};
pub use tube::{Mask, P22_DECAY_MS, Screen, Tube};
pub use vertical_hold::{HOLD_TOLERANCE_LINES, Hold, HoldEffect};

/// Compiles the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
