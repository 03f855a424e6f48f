//! What editors and tools speak to: the language server, the Debug Adapter Protocol, and the Model
//! Context Protocol for tools that call tools.
//!
//! The answers come from the crates `language` and `debugger`; here are streams and messages.

#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod dap;
mod framing;
mod headers;
pub mod lsp;
pub mod mcp;
