//! The link between a running game and a debugger in another program.
//!
//! The game opens a [`Port`] on the local computer, and a debugger connects to it with a [`Link`]
//! and receives a copy of the game's machine. After each frame of the game, the debugger runs its
//! copy through the same frame with the same input, so a breakpoint can stop the copy in the middle
//! of the frame. The game waits for the debugger's answer before each frame; to pause the game, the
//! debugger withholds its answer. To resume the game, the debugger finishes the frame and sends the
//! state of its copy.
//!
//! ```text
//! debugger                        game
//! GREETING                     ->
//!                              <- FullState: image, past, machine
//! Play                         ->
//!                              <- Frame: input, cycle counts, RAM
//! Play (withheld to pause)     ->
//! ContinueFrom: a state        ->
//! ```
//!
//! Both programs must be the same version of Crownhead; the greeting contains the version.

mod link;
mod messages;
mod port;
mod wire;

pub use link::{Link, LinkError};
pub use messages::{DebuggerMessage, Frame, FullState, GameMessage};
pub use port::{Game, Port};
