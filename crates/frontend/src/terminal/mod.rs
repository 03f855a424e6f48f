//! Checkers in the terminal: the board in letters, moves by square numbers, and the real cartridge
//! as the opponent.
//!
//! [`Session`] is the game, [`Command`] one line of input, [`View`] draws the board, and [`Lines`]
//! reads from a prompt with line editing or from a pipe.

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
