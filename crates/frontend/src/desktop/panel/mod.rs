//! Menus and pages over the game: the one that is open, and its input from keys, mouse and pads.
//!
//! Every menu and page is a list with a cursor. Keys and pads move the cursor by steps, the mouse
//! by pointing, so each device can reach every item. [`Panels::handle`] turns an event and the
//! current facts into requests; panels change nothing else.

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
pub use rows::{OPTIONS, TABS, Values};
