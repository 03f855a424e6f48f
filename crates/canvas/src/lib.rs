//! The pixels of the window: all work that is done for every pixel of every picture.
//!
//! - [`Canvas`] is the buffer that the window shows, with the scaled picture
//! - [`Layer`] is drawn over the canvas
//! - [`Rasterizer`] draws the triangles that the egui library produces onto the layer
//!
//! The crate does not handle windows or events. It is separate so that it can always be compiled
//! for speed, while the program around it is compiled with less optimization to build faster
//! (`profile.release.package.crownhead` in `Cargo.toml`).

mod canvas;
mod layer;
mod raster;
mod scaling;

pub use canvas::{Aspect, Canvas, Rectangle, Source, Style, picture_area};
pub use layer::{Layer, blend_over};
pub use raster::Rasterizer;
