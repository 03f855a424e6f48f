//! The debugger in the window: the library and commands of the terminal debugger, applied to the
//! current game.
//!
//! While the debugger is open, the session is paused and only the debugger's machine moves. When
//! the debugger closes, its machine runs to the end of the frame, and the session continues from
//! there. If there are breakpoints, the closed debugger [follows](following) the session frame by
//! frame and opens when a breakpoint stops its machine.

mod base;
mod code;
mod following;
mod host;
mod kernel;
mod kernel_pane;
mod keys;
mod mouse;
mod opening;
mod outlines;
mod screen;
#[cfg(test)]
mod tests;

pub use base::WindowDebugger;
pub use opening::{Closing, PAST_FRAMES, STATE_INTERVAL};
