//! The link between a running game and a debugger in another program.
//!
//! The game opens a [`Port`] of the local machine, and a debugger connects with a [`Link`]. The
//! debugger takes over a copy of the machine. It then repeats each frame of the game with the same
//! input, and so finds the moment at which a breakpoint stops its machine. The game waits for the
//! debugger's answer before each frame, so the debugger can pause the game. To resume it, the
//! debugger finishes the frame and sends its machine.
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
//! Both ends must be the same version of this program; the greeting contains the version.

mod link;
mod messages;
mod port;
mod wire;

pub use link::{Link, LinkError};
pub use messages::{DebuggerMessage, Frame, GameMessage, Whole};
pub use port::{Game, Port};
