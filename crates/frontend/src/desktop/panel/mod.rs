//! Menus and pages that open over the game, and their input from keys, mouse and pads.
//!
//! Every menu and page is a list with a cursor. Keys and pads move the cursor step by step, and the
//! mouse moves it by pointing, so every item can be reached with each device. [`Panels::handle`]
//! turns an event and the program's current state into requests. Panels change nothing outside
//! themselves.

mod buttons;
mod lines;
mod menus;
mod options;
mod options_view;
mod panels;
mod press;
mod question;
mod rows;

pub use lines::OptionsPage;
pub use panels::{Panel, Panels};
pub use press::{PanelEvent, Pointer, Press};
pub use question::Question;
pub use rows::{OPTIONS, TABS, Values};
