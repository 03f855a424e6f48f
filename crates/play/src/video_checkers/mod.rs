//! Video Checkers, the bundled cartridge: its game in RAM, mouse play, marks over the picture.

mod assistant;
mod clicks;
mod errand;
mod geometry;
mod marks;
mod ram;
mod recorder;

pub use assistant::{Assistant, Turn};
pub use geometry::{Area, BoardGeometry};
pub use marks::{Mark, MarkShape, TextLine, side_name};
pub use ram::{Glance, Layout, State, SymbolMissing};
pub use recorder::{Change, GameRecorder};
