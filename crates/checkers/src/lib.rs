//! American checkers (English draughts) on paper: positions, legal moves, results, notation,
//! game records and a small search. The crate knows nothing of any machine that plays the game,
//! which makes it a fit judge of one.
//!
//! The hub is [`Position`]: a [`Board`] and the [`Side`] to move. It lists its legal moves, plays
//! one, and reads and writes FEN. A [`Game`] adds the [`Variant`], the moves played, the draw
//! count and the result; [`pdn`] turns games into text and back.
//!
//! Squares have the standard numbers 1 to 32. Black begins, owns 1 to 12 and moves towards the
//! higher numbers. Captures are forced, any of them may be chosen, and a capture once begun is
//! completed; a man that reaches the king row is crowned and its turn ends there.
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
