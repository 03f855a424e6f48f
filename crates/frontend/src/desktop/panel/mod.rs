//! Menus and pages over the game: which is open, and what keys, mouse and pads do in it.
//!
//! Every menu and page is a list with a cursor. Keys and pads move the cursor by steps, the mouse
//! by pointing; so whatever one of them reaches the others reach too. [`Panels::take`] makes
//! requests of an event and the present facts; nothing here changes anything else.

mod buttons;
mod lines;
mod menus;
mod options;
mod panels;
mod press;
mod question;
mod rows;
mod shown;

pub use lines::OptionsPage;
pub use panels::{Panel, Panels};
pub use press::{PanelEvent, Pointer, Press};
pub use question::Question;
