//! The pixels of the window: all that the program does for each of them in every picture.
//!
//! - [`Canvas`] is the buffer that the window shows, with the picture scaled to its place
//! - [`Layer`] has what lies over it, which [`Raster`] draws from the painter's triangles
//!
//! No windows and no events. It is a separate crate because it is always compiled for speed; the
//! program around it is compiled faster (`profile.release.package.crownhead` in `Cargo.toml`).

mod canvas;
mod layer;
mod raster;
mod scaling;

pub use canvas::{Aspect, Canvas, Rectangle, Source, Style, area};
pub use layer::{Layer, over};
pub use raster::Raster;
