//! The servers for editors and tools: the language server, the Debug Adapter Protocol, and the
//! Model Context Protocol.
//!
//! The answers come from the crates `language` and `debugger`; this crate has the streams and the
//! messages.

#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod dap;
mod framing;
mod headers;
pub mod lsp;
pub mod mcp;
