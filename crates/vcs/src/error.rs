//! An error type that covers every kind of file that the console loads.

use crate::{cartridge::CartridgeError, palette::PaletteError, state::StateError};
use thiserror::Error;

/// An error in an image, a saved state or a palette file. Each function returns the error type of
/// its own module; this type is for callers that treat all these errors alike.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum VcsError {
    /// The cartridge image cannot be used.
    #[error(transparent)]
    Cartridge(#[from] CartridgeError),
    /// The state cannot be loaded.
    #[error(transparent)]
    State(#[from] StateError),
    /// The file is not a palette.
    #[error(transparent)]
    Palette(#[from] PaletteError),
}
