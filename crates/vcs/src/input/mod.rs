//! Controllers and console switches at one moment, as plain values.

mod kind;
mod savekey;
mod state;
mod text;
mod wiring;

pub use kind::ControllerKind;
pub use savekey::{SaveKey, SaveKeyMemory};
pub use state::{Controller, Difficulty, Driving, Input, Joystick, Paddle, Switches};
pub use text::KEYS;
