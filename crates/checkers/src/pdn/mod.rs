//! Portable Draughts Notation: game records as text.
//!
//! A [`Record`] is a game with its tags and comments. [`read`] and [`Records`] accept texts with
//! several games, comments in braces or after semicolons, variations (which are skipped),
//! annotations, captures in short or long form, and FEN start positions. [`Record::to_pdn`] writes
//! a game.
//!
//! Records follow the standard for game type 21 (English draughts): black moves first, square 1 is
//! on black's side, and a result gives white's points first, so `1-0` means that white won.
//! Giveaway has no number in the standard; the tag `[Variant "Giveaway"]` marks it.
//!
//! ```
//! let text = "[Event \"Club\"]\n1. 11-15 {the old fourteenth} 23-19 (22-18 15x22) 2. 8-11 *";
//! let records = checkers::pdn::read(text)?;
//! assert_eq!(records[0].game.moves().len(), 3);
//! assert_eq!(records[0].comments[&1], "the old fourteenth");
//! # Ok::<(), checkers::CheckersError>(())
//! ```

mod cursor;
mod reader;
mod record;
mod writer;

pub use reader::{Records, read};
pub use record::{Record, result_text};
