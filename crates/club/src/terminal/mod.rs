//! Games in the terminal: the board is drawn in letters, moves are entered as numbers, and the
//! opponent is the real cartridge.
//!
//! [`CheckersGame`] is a game of checkers, [`Command`] is one line of input, and [`View`] draws the
//! board; [`triktrak`] contains the same for Triktrak. Both games read their input through
//! [`headless::prompt::LineSource`], from a prompt with line editing or from a pipe, and save games
//! through [`GameFiles`].

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
