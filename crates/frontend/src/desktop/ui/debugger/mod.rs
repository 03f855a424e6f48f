//! The debugger's screen: picture, code, registers, RAM, and answers.

mod draw;
mod kernel;
mod layout;
mod picture;
mod screen;
mod text;

pub use kernel::ROWS_ABOVE_WRITES;
pub use layout::{Fit, fit};
pub use screen::{
    Cell, CodeRow, DebuggerScreen, KernelPage, LEGEND, Outline, STEPS, TABS, TextRow,
};
