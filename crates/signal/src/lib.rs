//! A television: turns an Atari 2600's signal into pictures.
//!
//! ```text
//!   Frame ── Encoder ──> samples ── Decoder ──> light ── Screen ──> pixels
//!            console                set                  tube
//! ```
//!
//! A [`Set`] combines these parts: it takes the console's frames and draws them at any size.
//! [`Preset`] has ready-made ones. [`Hold`] judges the length of frames. Everything is a value,
//! without global state, files, or clocks; the same frames give the same pictures.
//!
//! Front ends call this; so does who wants to know how a program looks on a set.
#![doc = include_str!("../docs/television.md")]

mod console;
mod decoder;
mod filter;
mod hold;
mod preset;
mod set;
mod tube;

pub use console::{Console, Encoder, Line, System};
pub use decoder::{Decoder, DelayLine, Light, QUICK_SWING, Receiver, SLOW_SWING, Separation};
pub use hold::{HELD_LINES, Held, Hold};
pub use preset::{CurrentSet, Preset, SetOptions};
pub use set::{Field, Set};
pub use tube::{Mask, P22_DECAY_MS, Screen, Tube};

/// Compiles the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
