//! The debugger's screen: picture, code, registers, RAM, and answers.

mod draw;
mod layout;
mod picture;
mod screen;
mod text;

pub use layout::{Fit, fit};
pub use screen::{Cell, CodeRow, DebuggerScreen, LEGEND, Outline, STEPS, TABS, TextRow};
