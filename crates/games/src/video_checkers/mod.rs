//! Video Checkers, the first bundled cartridge: the game in its RAM, and the record of that game.

mod draw;
mod ram;
mod recorder;

pub use draw::accepts_draw;
pub use ram::{Layout, Snapshot, State};
pub use recorder::{Change, GameRecorder};
