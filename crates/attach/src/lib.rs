//! The link between a running game and a debugger in another program.
//!
//! The game opens a [`Port`] of the local machine, and a debugger connects with a [`Link`]. The
//! debugger takes over a copy of the machine, and then runs each frame that the game has run, with
//! the same input, so it finds the moment at which a breakpoint stops its machine. The game waits
//! for the debugger's answer before each frame: this is how the debugger pauses it. To resume the
//! game, the debugger finishes the frame and sends its machine.
//!
//! ```text
//! debugger                        game
//! GREETING                     ->
//!                              <- Whole: image, past, machine
//! Play                         ->
//!                              <- Frame: input, its first and last cycle, RAM
//! Play, or nothing to pause    ->
//! From: a machine              ->
//! ```
//!
//! Both ends must be of the same version of this program; the greeting contains the version.

mod link;
mod messages;
mod port;
mod wire;

pub use link::{Link, LinkError};
pub use messages::{DebuggerMessage, Frame, GameMessage, Whole};
pub use port::{Game, Port};
