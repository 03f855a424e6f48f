//! The debugger's screen: picture, code, registers, RAM, and answers.

mod draw;
mod kernel;
mod layout;
mod picture;
mod screen;
mod text;

pub use kernel::ROWS_ABOVE_WRITES;
pub use layout::{Capacity, capacity};
pub use screen::{
    Cell, CodeRow, DebuggerScreen, KernelPage, LEGEND, Outline, STEPS, TABS, TextRow,
};
