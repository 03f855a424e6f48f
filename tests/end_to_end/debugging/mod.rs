//! The interfaces of the debugger: the adapter for editors, the tools, and the program's commands.
//!
//! - `attach`: the adapter, attached to a running game
//! - `client`: drives the adapter in-process
//! - `dap`: every request of the adapter; `mutations`: corrupted requests
//! - `late_line`: the chapter about a late line
//! - `names_and_addresses`: names and addresses mean the same in all interfaces
//! - `programs`: the commands `debug`, `dap` and `mcp`, as a user runs them
//! - `schema`: checks every message against the protocol's published schema
//! - `toolchains`: programs built with cc65, 64tass, MADS, batari Basic and dasm
//! - `tools`: the debugger as tools, over MCP
//! - `tutorial`: the last step of the tutorial
//!
//! `clients` contains third-party clients, which `.ci/debug-clients` runs.

mod attach;
mod client;
mod dap;
mod late_line;
mod mutations;
pub mod names_and_addresses;
mod programs;
mod schema;
mod toolchains;
mod tools;
mod tutorial;
