//! The pixels of the window: all work that is done for each pixel of every picture.
//!
//! - [`Canvas`] is the buffer that the window shows, with the scaled picture
//! - [`Layer`] covers the canvas; [`Raster`] draws triangles of the library egui on the layer
//!
//! The crate has no windows and no events. It is separate because it is always compiled for speed;
//! the program around it is compiled with less optimization, which takes less time
//! (`profile.release.package.crownhead` in `Cargo.toml`).

mod canvas;
mod layer;
mod raster;
mod scaling;

pub use canvas::{Aspect, Canvas, Rectangle, Source, Style, area};
pub use layer::{Layer, over};
pub use raster::Raster;
