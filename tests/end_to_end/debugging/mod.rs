//! The interfaces of the debugger: the adapter for editors, the tools, and the program's commands.
//!
//! - `attach`: the adapter, attached to a running game
//! - `client`: drives the adapter in-process
//! - `dap`: every request of the adapter; `mutations`: damaged requests
//! - `late_line`: the chapter on a late line
//! - `meaning`: the meaning of names and addresses, the same in all interfaces
//! - `programs`: the commands `debug`, `dap` and `mcp`, as a user runs them
//! - `schema`: the protocol's published schema, for every message
//! - `toolchains`: programs of cc65, 64tass, MADS, batari Basic and dasm
//! - `tools`: the debugger for tools, over MCP
//! - `tutorial`: the last step of the tutorial
//!
//! `clients` has third-party clients, for `.ci/debug-clients`.

mod attach;
mod client;
mod dap;
mod late_line;
pub mod meaning;
mod mutations;
mod programs;
mod schema;
mod toolchains;
mod tools;
mod tutorial;
