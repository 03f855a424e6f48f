//! Checkers in the terminal: the board in letters, moves by numbers, and the real cartridge on
//! the other side of the board.
//!
//! [`Session`] is the game and what can be said in it, [`Command`] one line of the player's,
//! [`View`] how the board is drawn, [`Lines`] where the lines come from: a prompt with editing,
//! or a pipe.

mod book;
mod command;
mod lines;
mod script_file;
mod session;
mod view;

pub use book::Book;
pub use command::Command;
pub use lines::{Line, Lines};
pub use script_file::ScriptFile;
pub use session::{Options, Session};
pub use view::{PieceSet, View};
