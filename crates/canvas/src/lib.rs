//! The pixels of the window: all work that is done per pixel in every picture.
//!
//! - [`Canvas`] is the buffer that the window shows, with the picture scaled to its place
//! - [`Layer`] covers it; [`Raster`] draws the layer from the painter's triangles
//!
//! No windows and no events. It is a separate crate because it is always compiled for speed; the
//! program around it is compiled with less optimization, which takes less time
//! (`profile.release.package.crownhead` in `Cargo.toml`).

mod canvas;
mod layer;
mod raster;
mod scaling;

pub use canvas::{Aspect, Canvas, Rectangle, Source, Style, area};
pub use layer::{Layer, over};
pub use raster::Raster;
