//! The TIA, the television interface adaptor. There is a type for each circuit of the chip.
//!
//! [`Tia::run`] runs color clocks; [`Tia::write`] and [`Tia::read`] access a register after the
//! clocks that have been run so far. The bus runs the three color clocks of a processor cycle, and
//! then performs that cycle's access.
//!
//! One color clock (`Tia::step`) runs, in this order:
//!
//! 1. `output_pixel`: latches the collisions of the previous pixel; applies priority and color to
//!   the pixel in the output latch, and sends the result to the television;
//! 2. `tick_hmove`: HMOVE may lengthen the horizontal blank (the comb) and send pulses to objects;
//! 3. `Objects::tick`: the reset strobes take effect, then the five objects are clocked;
//! 4. `latch_outputs`: the output latch captures the outputs of the objects and the playfield;
//! 5. `Playfield::tick` and `Audio::tick`: the playfield reads its next bit, and the sound runs;
//! 6. `Hsync::tick`: the horizontal counter, and the end of the line;
//! 7. `land_writes`: delayed writes that are due take effect.
//!
//! `Tia::apply` has a `match` arm for each register that can be written. Most writes take effect
//! there. A reset strobe (RESP0 and so on) waits for step 3 of the next color clock (`objects.rs`),
//! which resets the object's position counter (`position.rs`).
//!
#![doc = include_str!("../../docs/tia.md")]

pub mod audio;
pub(crate) mod ball;
mod chip;
pub(crate) mod collision;
pub(crate) mod delay;
pub(crate) mod hmove;
pub(crate) mod hsync;
pub mod inputs;
mod layers;
pub(crate) mod missile;
pub(crate) mod objects;
pub(crate) mod player;
pub(crate) mod playfield;
pub(crate) mod position;
mod power_on;
pub(crate) mod priority;
pub mod registers;
pub(crate) mod revision;
mod signals;
mod view;
mod written;

pub(crate) use chip::OBJECTS_BY_REGISTER;
pub use chip::Tia;
pub use layers::{ALL_LAYERS, LAYERS, Layers};
pub use revision::{Revision, ScoreSwitch};
pub use signals::Signals;
pub use view::{OBJECTS, Object, playfield_read_clock};
pub use written::Written;
