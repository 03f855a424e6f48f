//! The microcontroller around the processor.

mod board;
mod chip;
mod port;
mod registers;

pub use board::Board;
pub use chip::Lpc;
pub(super) use chip::RAM;
