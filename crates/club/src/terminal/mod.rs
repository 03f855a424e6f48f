//! Games in the terminal: the board in letters, moves by numbers, and the real cartridge as the
//! opponent.
//!
//! [`CheckersGame`] is a game of checkers, [`Command`] one line of input, and [`View`] draws the
//! board; [`triktrak`] has their counterparts for Triktrak. Both games use
//! [`headless::prompt::LineSource`], which reads from a prompt with line editing or from a pipe,
//! and [`GameFiles`], which saves the games.

mod book;
mod checkers;
mod command;
mod game_files;
mod script_file;
mod thinking;
pub mod triktrak;
mod view;

pub use book::Book;
pub use checkers::{CheckersGame, Options};
pub use command::Command;
pub use game_files::GameFiles;
pub use script_file::ScriptFile;
pub use view::{PieceSet, View};
