//! The debugger's faces: the adapter for editors, the tools, and the program's own commands.

#[path = "debugging/client.rs"]
mod client;
#[path = "debugging/dap.rs"]
mod dap;
#[path = "debugging/mutations.rs"]
mod mutations;
#[path = "debugging/programs.rs"]
mod programs;
#[path = "debugging/tools.rs"]
mod tools;
#[path = "debugging/tutorial.rs"]
mod tutorial;
