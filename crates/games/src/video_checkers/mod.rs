//! Video Checkers, the bundled cartridge: its game in RAM, and the record of it.

mod draw;
mod ram;
mod recorder;

pub use draw::accepts_draw;
pub use ram::{Glance, Layout, State};
pub use recorder::{Change, GameRecorder};
