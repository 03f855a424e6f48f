//! The editor in the web page: a separate WebAssembly module that a page used only for playing
//! never loads.
//!
//! The modules, from the bottom up:
//!
//! - [`assembler`]: the assembler; [`analysis`]: answers questions about a source.
//! - [`why`]: finds the source lines that made a pixel of the picture, and the kernel view of its
//!   scanline. [`carry`]: lets a changed program continue from the state of the running one.
//! - [`exports`]: the interface for JavaScript, through `wasm-bindgen`. Only this module depends on
//!   a browser.
//!
//! The page is `edit.html` in `crates/web/page`. One of its workers owns an [`assembler::Project`];
//! the console runs in another worker, which sends states from its past for [`why::Past`].

pub mod analysis;
pub mod assembler;
pub mod carry;
pub mod exports;
pub mod why;
