//! The pixels of the window: all work that is done per pixel, in every picture.
//!
//! - [`Canvas`] is the buffer that the window shows, with the scaled picture
//! - [`Layer`] covers the canvas; [`Raster`] draws the triangles that the egui library produces on
//!   the layer
//!
//! The crate handles no windows and no events. It is separate so that it can always be compiled for
//! speed, while the program around it is compiled with less optimization to build faster
//! (`profile.release.package.crownhead` in `Cargo.toml`).

mod canvas;
mod layer;
mod raster;
mod scaling;

pub use canvas::{Aspect, Canvas, Rectangle, Source, Style, area};
pub use layer::{Layer, over};
pub use raster::Raster;
