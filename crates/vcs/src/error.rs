//! One error for all files given to the console.

use crate::{cartridge::CartridgeError, palette::PaletteError, state::StateError};
use thiserror::Error;

/// An error in an image, a saved state or a palette file. Each function returns the error of its
/// module; this one is for callers that treat them alike.
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
