//! The editor of the web page, a WebAssembly of its own: a page that only plays never loads it.
//!
//! From the bottom up:
//!
//! - [`make`]: the assembler; [`study`]: what the editor asks about a source.
//! - [`why`]: the lines of a source behind a pixel of the picture.
//! - [`exports`]: the same for JavaScript, through `wasm-bindgen`. Nothing else knows of a browser.
//!
//! The page is `edit.html` in `crates/web/page`. A worker there owns a [`make::Project`]; the
//! console runs in another worker and sends states of its past for [`why::Past`].

pub mod exports;
pub mod make;
pub mod study;
pub mod why;
