//! The rules of Triktrak: positions, throws, legal choices, games and their records. This crate
//! does not depend on the programs that play the game, so tests can use it to check them.
//!
//! Triktrak is a Flemish relative of backgammon. The central type is [`Position`]: both players'
//! men, from the point of view of the player to move. A [`Throw`] gives the numbers to play, in
//! order, and [`Position::choices`] lists the men that may move by the first of them. A [`Game`]
//! adds the sides, the throws and the result; [`record`] turns games into text and back, and
//! [`players`] contains two simple players.
//!
//! Terms: a *wedge* is one of the 24 points of the board. The two players number the wedges in
//! opposite directions: a player's men begin on that player's wedge 24 and travel down to 1. The
//! *shambles* is the bar, where captured men wait. A *triktrak* is the throw of 1 and 2.
//!
//! ```
//! use triktrak::{Game, Side, Throw};
//!
//! let mut game = Game::new();
//! game.throw(Throw::new(4, 5)?)?;
//! assert_eq!(game.legal(), [24]);
//! game.choose(24)?;
//! assert_eq!(game.legal(), [20, 24], "the five may be played by the same man");
//! game.choose(20)?;
//! assert_eq!(game.side(), Side::Black);
//! # Ok::<(), triktrak::TriktrakError>(())
//! ```

mod choices;
mod error;
mod game;
mod perft;
pub mod players;
mod position;
mod random;
pub mod record;
mod side;
mod throw;

pub use choices::Choice;
pub use error::TriktrakError;
pub use game::{Game, Outcome, Turn};
pub use perft::{perft, reachable_positions};
pub use position::{MEN, Position, REMOVED, SHAMBLES, START};
pub use random::Rng;
pub use side::Side;
pub use throw::Throw;
