//! The debugger's faces outside the window: lines in the terminal, the Debug Adapter Protocol for
//! editors, the Model Context Protocol for tools that call tools. All three use the crate
//! `debugger`; here are files, streams and messages.

mod base64;
pub mod dap;
mod load;
pub mod mcp;
mod terminal;

#[cfg(feature = "desktop")]
pub use load::program_of_image;
pub use load::{Files, Source};
pub use terminal::converse;
