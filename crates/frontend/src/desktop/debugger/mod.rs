//! The debugger in the window: the same library and the same commands as in the terminal, beside
//! the game that plays.
//!
//! While it is open, time stops for the session, and the debugger's machine moves. When it closes,
//! that machine runs to the end of its frame and the session continues with it. As long as there
//! are breakpoints, the debugger then [follows](following) the session frame by frame, and opens
//! where one of them stops its machine.

mod base;
mod code;
mod following;
mod host;
mod keys;
mod mouse;
mod opening;
mod outlines;
mod screen;
#[cfg(test)]
mod tests;

pub use base::WindowDebugger;
pub use opening::{Closed, PAST_FRAMES, STATE_INTERVAL};
