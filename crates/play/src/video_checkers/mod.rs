//! Video Checkers, the bundled cartridge: its game in RAM, and the record of it.

mod ram;
mod recorder;

pub use ram::{Glance, Layout, State};
pub use recorder::{Change, GameRecorder};
