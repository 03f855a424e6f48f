//! A game that plays, and a debugger in another program that follows it.
//!
//! The game opens a [`Port`] of the local machine, a debugger connects a [`Link`]. It takes the
//! machine over, and then runs each frame that the game has run, with the same input, so it finds
//! the moment at which a breakpoint stops its own machine. The game runs no further frame before
//! the debugger answers: that is how the debugger holds it. To let it play on, the debugger
//! finishes the frame and sends its machine.
//!
//! ```text
//! debugger                        game
//! GREETING                     ->
//!                              <- Whole: image, past, machine
//! Play                         ->
//!                              <- Frame: input, where it began and ended, RAM
//! Play, or nothing: it holds   ->
//! From: a machine              ->
//! ```
//!
//! Both ends belong to one version of this program; the greeting has the version.

mod link;
mod messages;
mod port;
mod wire;

pub use link::{Link, LinkError};
pub use messages::{Frame, News, Order, Whole};
pub use port::{Game, Port};
