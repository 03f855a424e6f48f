//! The editor of the web page: a separate WebAssembly module, which a page that only plays never
//! loads.
//!
//! The modules, from the bottom up:
//!
//! - [`assembler`]: the assembler; [`analysis`]: answers to questions about a source.
//! - [`why`]: the lines of a source that made a pixel of the picture, and the kernel view of its
//!   scanline. [`carry`]: lets a changed program continue in the running program's state.
//! - [`exports`]: the interface for JavaScript, through `wasm-bindgen`. Only this module depends on
//!   a browser.
//!
//! The page is `edit.html` in `crates/web/page`. A worker there owns a [`assembler::Project`]; the
//! console runs in another worker and sends states of its past for [`why::Past`].

pub mod analysis;
pub mod assembler;
pub mod carry;
pub mod exports;
pub mod why;
