//! The console in a web page.
//!
//! From the bottom up:
//!
//! - [`error`]: the one error of this crate.
//! - [`controls`]: the names of controls and levers in the page's messages.
//! - [`screen`] turns frames into pixels with an alpha byte, [`speaker`] turns the console's sound
//!   into samples at the browser's rate.
//! - [`link`] packs text and bytes into the part of a link after `#`.
//! - [`console`]: a session with screen and speaker, as a value that the page feeds and empties.
//! - [`report`]: what the page shows about a session, as JSON.
//! - [`proof`]: hashes of a run, to compare with `crownhead trace`.
//! - [`exports`]: the same for JavaScript, through `wasm-bindgen`. Nothing else knows of a browser.
//!
//! The page's editor is `crates/web-editor`, a WebAssembly of its own.
//!
//! The page is in `page/`; its own hub is `page/README.md`. One worker owns a [`console::Console`]
//! and calls [`console::Console::advance`] once for each picture.

pub mod console;
pub mod controls;
pub mod error;
pub mod exports;
pub mod link;
pub mod proof;
pub mod report;
pub mod screen;
pub mod speaker;
