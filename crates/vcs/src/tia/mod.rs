//! The TIA, the television interface adaptor. There is a type for each circuit of the chip.
//!
//! [`Tia::run`] runs color clocks; [`Tia::write`] and [`Tia::read`] access a register after the
//! clocks that have been run so far. The bus makes an access after the third color clock of its
//! cycle.
//!
//! One color clock (`Tia::step`) runs, in this order:
//!
//! 1. `picture`: latches the collisions of the previous pixel, and sends the pixel in the output
//!   latch through priority and color to the television;
//! 2. `motion`: HMOVE lengthens the blank (the comb), and gives objects a pulse;
//! 3. `Objects::tick`: reset strobes, then the clocks of the five objects;
//! 4. `latch_outputs`: the output latch takes the outputs of objects and playfield;
//! 5. the playfield reads its next bit, and the sound runs;
//! 6. `Hsync::tick`: the horizontal counter, and the end of the line;
//! 7. `land_writes`: delayed writes that are due take effect.
//!
//! `Tia::apply` has a line for each register. Most registers act there; a reset strobe (RESP0 and
//! so on) waits for step 3 of the next clock (`objects.rs`), where it resets the object's position
//! counter (`position.rs`).
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

pub(crate) use chip::MOVED;
pub use chip::Tia;
pub use layers::{ALL_LAYERS, LAYERS, Layers};
pub use revision::{Revision, ScoreSwitch};
pub use signals::Signals;
pub use view::{OBJECTS, Object, playfield_read_at};
pub use written::Written;
