//! Servers for editors and tools: a language server, a debug adapter, and a Model Context Protocol
//! server.
//!
//! The crates `language` and `debugger` compute the answers; this crate handles the streams and the
//! messages.

#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod dap;
mod framing;
mod headers;
pub mod lsp;
pub mod mcp;
