//! The console in a web page.
//!
//! The modules, from the bottom up:
//!
//! - [`error`]: this crate's only error type.
//! - [`controls`]: the names that the page uses for controls and levers.
//! - [`screen`] turns frames into pixels with an alpha byte, [`speaker`] turns the console's sound
//!   into samples at the browser's rate.
//! - [`link`] packs text and bytes into the part of a link after `#`.
//! - [`console`]: a session with screen and speaker. The page supplies the input and collects the
//!   output.
//! - [`report`]: the session's report for the page, as JSON.
//! - [`run_hashes`]: hashes of a run, to compare with `crownhead trace`.
//! - [`exports`]: the interface for JavaScript, through `wasm-bindgen`. Only this module depends on
//!   a browser.
//!
//! The page's editor is `crates/web-editor`, a separate WebAssembly module.
//!
//! The page is in `page/`; `page/README.md` describes it. One worker owns a [`console::Console`]
//! and calls [`console::Console::advance`] once per picture.

pub mod console;
pub mod controls;
pub mod error;
pub mod exports;
pub mod link;
pub mod report;
pub mod run_hashes;
pub mod screen;
pub mod speaker;
