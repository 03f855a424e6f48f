//! Mouse and touch play for Video Checkers: clicks, marks over the picture, and taking moves back.

mod action;
mod assistant;
mod clicks;
mod geometry;
mod marks;
mod names;

pub use assistant::{Assistant, Turn};
pub use geometry::BoardGeometry;
pub use names::side_name;
