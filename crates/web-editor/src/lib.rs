//! The editor in the web page. It is a separate WebAssembly module, so people who only play never
//! load it.
//!
//! The modules, from the bottom up:
//!
//! - [`assembler`]: the assembler; [`analysis`]: answers questions about a source.
//! - [`why`]: finds the source lines that made a pixel of the picture, and draws the kernel view of
//!   the pixel's scanline. [`hot_reload`]: lets a changed program continue from the state of the
//!   running program.
//! - [`exports`]: the interface for JavaScript, through `wasm-bindgen`. Only this module depends on
//!   a browser.
//!
//! The page is `edit.html` in `crates/web/page`. One of the page's workers owns an
//! [`assembler::Project`]. The console runs in another worker, which sends earlier states of its
//! machine for [`why::Past`].

pub mod analysis;
pub mod assembler;
pub mod exports;
pub mod hot_reload;
pub mod why;
