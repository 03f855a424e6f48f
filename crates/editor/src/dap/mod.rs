//! The Debug Adapter Protocol: the debugger in an editor.
//!
//! [`Adapter`] answers requests and runs the machine. It does not depend on streams, so tests can
//! drive it directly. `streams` reads and writes the messages. It reads in a separate thread, so
//! that `pause` arrives while the machine is running.
//!
#![doc = include_str!("../../docs/debug-adapter.md")]

mod adapter;
mod attach;
mod attached;
mod breakpoints;
mod launch;
mod memory;
mod messages;
mod requested;
mod running;
mod stack;
mod streams;
mod variables;

pub use adapter::Adapter;
pub use streams::{read_message, serve, serve_port, serve_standard_streams};
