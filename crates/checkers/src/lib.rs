//! American checkers (English draughts): positions, legal moves, results, notation, game records
//! and a reference search.
//!
//! The central type is [`Position`]: a [`Board`] and the [`Side`] to move. A position lists its
//! legal moves, plays one, and reads and writes FEN. A [`Game`] adds the [`Variant`], the moves
//! played, the draw count and the result; [`pdn`] reads and writes game records.
//!
//! Only [`search`] is made for a particular program. It evaluates positions as the *Video Checkers*
//! cartridge does, so that tests can compare the cartridge's moves with those of the search.
//!
//! Squares have the standard numbers 1 to 32. Black moves first, starts on 1 to 12 and moves toward
//! the higher numbers. A man is an uncrowned piece. A side that can capture must do so. It may
//! choose any capture, but must complete it. A man that reaches the king row becomes a king, and
//! its turn ends there.
//!
//! ```
//! use checkers::{Game, Outcome, Side, Variant};
//!
//! let mut game = Game::new(Variant::Checkers);
//! for text in ["11-15", "22-18", "15x22"] {
//!     let chosen = game.position().parse_move(text)?;
//!     game.play(chosen);
//! }
//! let replies: Vec<_> = game.position().legal_moves().iter().map(|m| m.to_string()).collect();
//! assert_eq!(replies, ["25x18", "26x17"]);
//! assert_eq!(game.position().side(), Side::White);
//! assert_eq!(game.outcome(), Outcome::Open);
//! # Ok::<(), checkers::CheckersError>(())
//! ```

mod board;
mod error;
mod fen;
mod game;
mod moves;
mod notation;
pub mod pdn;
mod perft;
pub mod search;
mod square;

pub use board::{Board, Position};
pub use error::CheckersError;
pub use game::{DRAW_PLIES, Game, Outcome, Variant};
pub use moves::Move;
pub use notation::MoveStyle;
pub use perft::perft;
pub use square::{Piece, Side, Square};

/// Compiles the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
