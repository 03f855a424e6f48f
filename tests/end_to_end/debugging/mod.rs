//! The debugger's faces: the adapter for editors, the tools, and the program's own commands.
//!
//! - `attach`: the adapter at a game that plays elsewhere
//! - `client`: drives the adapter in-process
//! - `dap`: every request of the adapter; `mutations`: damaged requests
//! - `meaning`: what names and addresses mean, the same in all of them
//! - `programs`: the commands `debug`, `dap` and `mcp`, as a user runs them
//! - `schema`: the protocol's published schema, for every message
//! - `tools`: the debugger for tools, over MCP
//! - `tutorial`: the last step of the tutorial
//!
//! `clients` has the clients that others wrote, for `.ci/debug-clients`.

mod attach;
mod client;
mod dap;
mod meaning;
mod mutations;
mod programs;
mod schema;
mod tools;
mod tutorial;
