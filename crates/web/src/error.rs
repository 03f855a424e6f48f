//! The error type of this crate. The page shows an error's text to the user.

use lab::script::ScriptError;
use play::{image::ImageError, playback::PlaybackError, state::StateError};
use thiserror::Error;

/// The reason why a call from the page failed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WebError {
    /// The bytes are not a cartridge.
    #[error("{name}: {source}")]
    Image {
        /// The name of the file.
        name: String,
        /// A description of the fault, and how to fix it.
        source: ImageError,
    },
    /// The bytes are not a state of this cartridge.
    #[error("{0}")]
    State(#[from] StateError),
    /// The text is not an input script.
    #[error("line {0}")]
    Script(#[from] ScriptError),
    /// The script contains something that a session cannot play.
    #[error("line {}: {_0}", _0.line)]
    Playback(#[from] PlaybackError),
    /// The script belongs to another cartridge.
    #[error("this script is for a cartridge with SHA-256 {wanted}; open that cartridge first")]
    OtherCartridge {
        /// The SHA-256 in the script's header.
        wanted: String,
    },
    /// The script is longer than [`crate::console::MAX_SCRIPT_FRAMES`].
    #[error("this script runs for {frames} frames; a page plays at most {limit}")]
    TooLong {
        /// Length of the script in frames.
        frames: u64,
        /// The limit.
        limit: u64,
    },
    /// A position's FEN text is invalid.
    #[error("{0}")]
    Position(#[from] checkers::CheckersError),
    /// The page tried to set up a position, but the cartridge is not Video Checkers.
    #[error("only Video Checkers can show a position; open that cartridge first")]
    NoBoard,
    /// A message refers to a control or lever that does not exist.
    #[error("there is no control named {0}")]
    NoControl(String),
    /// The part of the link after `#` is damaged.
    #[error("this link is incomplete or damaged; copy all of it")]
    DamagedLink,
    /// The part of the link after `#` is too large when unpacked.
    #[error("this link contains more than the page can load; ask for a shorter one")]
    LargeLink,
}
