//! One error for everything that can be wrong with a file given to the console.

use crate::{cartridge::CartridgeError, palette::PaletteError, state::StateError};
use thiserror::Error;

/// What can be wrong with an image, a saved state or a palette file. Each function returns the
/// error of its own module; this one is for callers that treat them alike.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum VcsError {
    /// The image is not a cartridge.
    #[error(transparent)]
    Cartridge(#[from] CartridgeError),
    /// The state cannot be loaded.
    #[error(transparent)]
    State(#[from] StateError),
    /// The file is not a palette.
    #[error(transparent)]
    Palette(#[from] PaletteError),
}
